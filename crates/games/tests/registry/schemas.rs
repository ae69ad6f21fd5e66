//! The printed schemas describe what is really written: positions, views, actions, events, results, configs.

use serde_json::Value;
use skirmish_core::rules::legal_actions;
use skirmish_core::{Config, Game, Rng, Setup, Table};
use skirmish_laws::suite::some_orders;

macro_rules! schemas {
    ($($name:ident: $game:ty),* $(,)?) => {
        $(#[test]
        fn $name() {
            everything_fits_its_schema::<$game>();
        })*
    };
}

skirmish_games::for_each_game!(schemas);

fn check(what: &str, schema: &jsonschema::Validator, value: Value) {
    if let Err(error) = schema.validate(&value) {
        panic!("{what}: {error} at {}\n{value}", error.instance_path);
    }
}

fn validator<T: schemars::JsonSchema>() -> jsonschema::Validator {
    jsonschema::validator_for(&skirmish_core::schema::written::<T>()).expect("a schema")
}

fn everything_fits_its_schema<G: Game>() {
    let position = validator::<G::Position>();
    let view_schema = validator::<G::View>();
    let action = validator::<G::Wire>();
    let event = validator::<G::Event>();
    let outcome = validator::<G::Outcome>();
    let config = jsonschema::validator_for(&G::Config::schema()).expect("a schema");
    let (game, state) = G::opening(0, &Setup::seeded(2)).expect("an opening");
    check("config", &config, Value::Object(game.config().complete()));
    assert!(config.validate(&serde_json::json!({"nonsense": 1})).is_err());
    assert!(position.validate(&serde_json::json!({})).is_err());
    let mut table = Table::new(game, state);
    let mut rng = Rng::new(6);
    for _ in 0..80 {
        let turn = table.turn();
        if turn.is_over() {
            break;
        }
        check("position", &position, json(&table.game.position(&table.state)));
        for seat in turn.to_act.iter() {
            let mut view = G::View::default();
            table.ask(seat, &mut view);
            check("view", &view_schema, json(&view));
            for listed in legal_actions(&table.game, &table.state, seat).iter().take(40) {
                check("action", &action, json(&table.game.wire(listed)));
            }
        }
        let orders = some_orders(&table, &mut rng);
        table.step(&orders);
        for happened in &table.record().events {
            check("event", &event, json(happened));
        }
        check("result", &outcome, json(&table.outcome()));
    }
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("it serialises")
}
