//! The route table. One list gives the router, the access check, the rate limit, the description of the API and the tests.
//!
//! ```
//! use skirmish_house::body::{Json, Path};
//! use skirmish_house::problem::Problem;
//! use skirmish_house::roles::Who;
//! use skirmish_house::routes::Route;
//!
//! #[derive(serde::Serialize, schemars::JsonSchema)]
//! struct Greeting {
//!     hello: String,
//! }
//!
//! async fn greet(Path(name): Path<String>) -> Result<Json<Greeting>, Problem> {
//!     Ok(Json(Greeting { hello: name }))
//! }
//!
//! let route = Route::get("/api/v1/hello/{name}", Who::Everyone)
//!     .summary("Says hello.")
//!     .answers::<Greeting>(200, "a greeting", serde_json::json!({"hello": "ann"}))
//!     .handle(greet);
//! assert_eq!(route.meta.path, "/api/v1/hello/{name}");
//! ```

use crate::roles::Who;
use axum::handler::Handler;
use axum::http::Method;
use axum::routing::{MethodFilter, MethodRouter, on};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;
use std::sync::Arc;

/// Something that can be asked for.
#[derive(Clone)]
pub struct Route {
    pub meta: Arc<Meta>,
    pub(crate) handler: MethodRouter,
}

/// All that is known of a route but how it is done.
pub struct Meta {
    pub method: Method,
    /// With `{names}`. `{game}` is found by the resident, `{seat}` must be the player's own.
    pub path: String,
    pub who: Who,
    pub cost: Cost,
    /// A chapter of the description.
    pub tag: String,
    pub summary: String,
    pub about: String,
    pub query: Option<Shape>,
    pub headers: Vec<Header>,
    pub body: Option<Example>,
    pub answers: Vec<Answer>,
    /// A page or a file: not part of the described API.
    pub hidden: bool,
}

/// How much of the caller's allowance a request takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cost {
    Read,
    Act,
    Login,
    Admin,
    /// Not limited by rate: probes of health.
    Free,
}

/// The schema of a type.
pub type Shape = fn(&mut SchemaGenerator) -> Schema;

pub struct Header {
    pub name: &'static str,
    pub about: &'static str,
}

pub struct Example {
    pub shape: Shape,
    pub example: Value,
}

pub struct Answer {
    pub status: u16,
    pub about: String,
    pub body: Option<Example>,
    /// What the body is, if it is no JSON.
    pub media: Option<&'static str>,
}

/// A route that nobody handles yet.
pub struct Draft(Meta);

impl Route {
    pub fn get(path: impl Into<String>, who: Who) -> Draft {
        Draft::new(Method::GET, path.into(), who, Cost::Read)
    }

    pub fn post(path: impl Into<String>, who: Who) -> Draft {
        Draft::new(Method::POST, path.into(), who, Cost::Act)
    }

    pub fn put(path: impl Into<String>, who: Who) -> Draft {
        Draft::new(Method::PUT, path.into(), who, Cost::Act)
    }

    pub fn delete(path: impl Into<String>, who: Who) -> Draft {
        Draft::new(Method::DELETE, path.into(), who, Cost::Act)
    }
}

impl Draft {
    fn new(method: Method, path: String, who: Who, cost: Cost) -> Draft {
        Draft(Meta {
            method,
            path,
            who,
            cost,
            tag: String::new(),
            summary: String::new(),
            about: String::new(),
            query: None,
            headers: Vec::new(),
            body: None,
            answers: Vec::new(),
            hidden: false,
        })
    }

    /// What it costs, where that is not [`Cost::Read`] for GET and [`Cost::Act`] for the others.
    pub fn costs(mut self, cost: Cost) -> Draft {
        self.0.cost = cost;
        self
    }

    pub fn tag(mut self, tag: &str) -> Draft {
        self.0.tag = tag.into();
        self
    }

    /// One line.
    pub fn summary(mut self, summary: &str) -> Draft {
        self.0.summary = summary.into();
        self
    }

    /// More than one line.
    pub fn about(mut self, about: &str) -> Draft {
        self.0.about = about.into();
        self
    }

    /// A struct whose fields are the parameters of the query.
    pub fn query<T: JsonSchema>(mut self) -> Draft {
        // The parameters are described one by one, so the type itself must not become a reference.
        self.0.query = Some(|generator| T::json_schema(generator));
        self
    }

    /// A header that the handler reads.
    pub fn header(mut self, name: &'static str, about: &'static str) -> Draft {
        self.0.headers.push(Header { name, about });
        self
    }

    /// What is sent.
    pub fn takes<T: JsonSchema>(mut self, example: Value) -> Draft {
        self.0.body = Some(Example { shape: |generator| generator.subschema_for::<T>(), example });
        self
    }

    /// What may come back.
    pub fn answers<T: JsonSchema>(mut self, status: u16, about: &str, example: Value) -> Draft {
        let body = Some(Example { shape: |generator| generator.subschema_for::<T>(), example });
        self.0.answers.push(Answer { status, about: about.into(), body, media: None });
        self
    }

    /// What may come back, without a body.
    pub fn answers_nothing(mut self, status: u16, about: &str) -> Draft {
        self.0.answers.push(Answer { status, about: about.into(), body: None, media: None });
        self
    }

    /// What may come back that is no JSON, such as `text/event-stream`.
    pub fn answers_media(mut self, status: u16, about: &str, media: &'static str) -> Draft {
        self.0.answers.push(Answer { status, about: about.into(), body: None, media: Some(media) });
        self
    }

    /// A problem document with its reasons in words; what the house itself refuses is described for every route.
    pub fn refuses(mut self, status: u16, about: &str) -> Draft {
        self.0.answers.push(Answer {
            status,
            about: about.into(),
            body: None,
            media: Some("application/problem+json"),
        });
        self
    }

    /// Left out of the description: a page or a file.
    pub fn hidden(mut self) -> Draft {
        self.0.hidden = true;
        self
    }

    /// Any axum handler. Use the extractors of [`crate::body`] and [`crate::roles`], whose refusals are problem documents.
    pub fn handle<H: Handler<T, ()>, T: 'static>(self, handler: H) -> Route {
        self.handle_with((), handler)
    }

    /// The same, for a handler that takes `axum::extract::State<S>`.
    pub fn handle_with<H: Handler<T, S>, T: 'static, S: Clone + Send + Sync + 'static>(
        self,
        state: S,
        handler: H,
    ) -> Route {
        let filter = match self.0.method {
            Method::POST => MethodFilter::POST,
            Method::PUT => MethodFilter::PUT,
            Method::DELETE => MethodFilter::DELETE,
            _ => MethodFilter::GET,
        };
        Route { meta: Arc::new(self.0), handler: on(filter, handler).with_state(state) }
    }
}

impl Meta {
    /// The `{names}` in the path.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let parts = self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        parts.map(|name| name.trim_start_matches('*'))
    }
}
