//! The front desk: the house's own routes.

use crate::gate;
use crate::house::House;
use crate::resident::Resident;
use crate::routes::{Meta, Route};
use axum::Router;
use std::sync::Arc;

mod backup;
mod health;
mod invitations;
mod operators;
mod pages;
mod records;
mod sessions;
mod tokens;

/// What the handlers of the desk share.
#[derive(Clone)]
pub(crate) struct Desk {
    pub house: Arc<House>,
    pub residents: Arc<[Arc<dyn Resident>]>,
    pub probe: Arc<health::Probe>,
}

/// Everything that is served: the routes and their router.
pub struct Served {
    pub router: Router,
    pub routes: Vec<Arc<Meta>>,
}

impl House {
    /// The house's own routes and those of its residents.
    pub fn serve(self: &Arc<House>, residents: Vec<Arc<dyn Resident>>) -> Served {
        let desk = Desk { house: Arc::clone(self), residents: residents.clone().into(), probe: Arc::default() };
        let mut routes: Vec<(Option<Arc<dyn Resident>>, Route)> = Vec::new();
        let own = [
            health::routes(&desk),
            sessions::routes(&desk),
            tokens::routes(&desk),
            operators::routes(&desk),
            invitations::routes(&desk),
            records::routes(&desk),
            backup::routes(&desk),
        ];
        routes.extend(own.into_iter().flatten().map(|route| (None, route)));
        for resident in residents {
            let brought = Arc::clone(&resident).routes();
            routes.extend(brought.into_iter().map(|route| (Some(Arc::clone(&resident)), route)));
        }
        let described: Vec<Arc<Meta>> = routes.iter().map(|(_, route)| Arc::clone(&route.meta)).collect();
        routes.extend(pages::routes(&desk, &described).into_iter().map(|route| (None, route)));
        let routes_served = routes.iter().map(|(_, route)| Arc::clone(&route.meta)).collect();
        Served { router: gate::router(self, &routes), routes: routes_served }
    }
}
