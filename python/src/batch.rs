//! Batches: the buffers of Rust as arrays of numpy.

use crate::setup::{Given, opponent, reward, scope};
use crate::values::to_python;
use numpy::ndarray::{ArrayViewMutD, IxDyn};
use numpy::{Element, PyArrayDyn};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use skirmish_core::replay::{About, Salt, SeatedPlayer};
use skirmish_core::scene::Theme;
use skirmish_learn::batch::{AnyBatch, Asked, Illegal};
use skirmish_learn::buffers::{Block, Buffers, Number};
use skirmish_picture::Raster;
use skirmish_replay::Recorder;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Keeps the buffers alive as long as an array of them lives.
#[pyclass(frozen)]
struct Owner {
    _buffers: Arc<Buffers>,
}

/// Many games at once. See `skirmish_env.Batch`.
#[pyclass(frozen, name = "NativeBatch", module = "skirmish_env._native")]
pub struct NativeBatch {
    batch: Mutex<Box<dyn AnyBatch>>,
    players: Vec<String>,
}

impl NativeBatch {
    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyBatch>> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something without holding up other threads of Python.
    fn free<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn AnyBatch) -> T + Send) -> T {
        py.detach(|| work(&mut **self.lock()))
    }
}

fn refused(why: String) -> PyErr {
    PyValueError::new_err(why)
}

/// A buffer as an array that shares its memory.
fn array<'py, T: Element>(py: Python<'py>, block: &Block, owner: &Bound<'py, Owner>) -> Bound<'py, PyAny> {
    let shape = IxDyn(&block.shape);
    // SAFETY: the block has that shape and kind, stays where it is, and lives as long as its owner, which the array
    // keeps. Rust writes it only within calls that Python makes and waits for.
    unsafe {
        let view = ArrayViewMutD::<T>::from_shape_ptr(shape, block.pointer().cast());
        let _ = py;
        PyArrayDyn::borrow_from_array(&view, owner.clone().into_any()).into_any()
    }
}

fn as_array<'py>(py: Python<'py>, block: &Block, owner: &Bound<'py, Owner>) -> Bound<'py, PyAny> {
    match block.kind {
        Number::U8 => array::<u8>(py, block, owner),
        Number::I16 => array::<i16>(py, block, owner),
        Number::I32 => array::<i32>(py, block, owner),
        Number::F32 => array::<f32>(py, block, owner),
    }
}

#[pymethods]
impl NativeBatch {
    #[new]
    #[pyo3(signature = (game, games, threads, players, reward, arrays, scope, max_decisions, starts, repeats, seed, config, map, seats, results, lenient, whole, teacher))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: &str,
        games: usize,
        threads: usize,
        players: Vec<Bound<'_, PyAny>>,
        reward: &Bound<'_, PyAny>,
        arrays: Option<Vec<String>>,
        scope: Option<&Bound<'_, PyDict>>,
        max_decisions: u32,
        starts: u64,
        repeats: u64,
        seed: u64,
        config: Option<&Bound<'_, PyDict>>,
        map: Option<&Bound<'_, PyAny>>,
        seats: Option<Vec<String>>,
        results: bool,
        lenient: bool,
        whole: bool,
        teacher: Option<String>,
    ) -> PyResult<NativeBatch> {
        let base = Given { config, map, seats, seed }.setup()?;
        let names = players.iter().map(|player| player.str().map(|text| text.to_string())).collect::<PyResult<_>>()?;
        let scope = match scope {
            Some(given) => Some(self::scope(game, &base, given)?),
            None => None,
        };
        let asked = Asked {
            games,
            threads,
            players: players.iter().map(opponent).collect::<PyResult<_>>()?,
            reward: self::reward(reward)?,
            arrays,
            scope,
            most: max_decisions,
            starts,
            repeats,
            seed,
            results,
            whole,
            teacher,
            illegal: if lenient { Illegal::Ends } else { Illegal::Refused },
            base,
        };
        let batch = py.detach(|| skirmish_learn::spaces::batch(game, asked)).map_err(refused)?;
        Ok(NativeBatch { batch: Mutex::new(batch), players: names })
    }

    /// The arrays of the observation by name; they share the memory of the batch.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let buffers = Arc::clone(self.lock().buffers());
        let owner = Bound::new(py, Owner { _buffers: Arc::clone(&buffers) })?;
        let dict = PyDict::new(py);
        for block in buffers.arrays.iter().flatten() {
            dict.set_item(block.name, as_array(py, block, &owner))?;
        }
        Ok(dict)
    }

    /// Masks, actions, rewards and flags by name; they share the memory of the batch.
    fn signals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let buffers = Arc::clone(self.lock().buffers());
        let owner = Bound::new(py, Owner { _buffers: Arc::clone(&buffers) })?;
        let dict = PyDict::new(py);
        let Buffers { masks, actions, rewards, terminations, truncations, deciding, teachings, dropped, .. } =
            &*buffers;
        for block in [masks, actions, rewards, terminations, truncations, deciding, teachings, dropped] {
            dict.set_item(block.name, as_array(py, block, &owner))?;
        }
        Ok(dict)
    }

    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let layout = serde_json::to_value(self.lock().layout()).map_err(|fault| refused(fault.to_string()))?;
        to_python(py, &layout)
    }

    fn learners(&self) -> Vec<usize> {
        self.lock().learners().iter().map(|seat| seat.index()).collect()
    }

    fn seats(&self) -> Vec<String> {
        self.lock().seats()
    }

    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.free(py, |batch| batch.reset(seed)).map_err(refused)
    }

    fn step(&self, py: Python<'_>) -> PyResult<()> {
        self.free(py, |batch| batch.step()).map_err(refused)
    }

    fn send(&self, py: Python<'_>) -> PyResult<()> {
        self.free(py, |batch| batch.send()).map_err(refused)
    }

    fn recv(&self, py: Python<'_>) -> PyResult<()> {
        self.free(py, |batch| batch.recv()).map_err(refused)
    }

    fn sample(&self, py: Python<'_>) {
        self.free(py, |batch| batch.sample());
    }

    fn play_random(&self, py: Python<'_>, steps: u32) -> PyResult<()> {
        self.free(py, |batch| batch.play_random(steps)).map_err(refused)
    }

    fn decided(&self) -> u64 {
        self.lock().take_decided()
    }

    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let ended = self.lock().take_ended();
        let told = |it: &_| serde_json::to_value(it).map_err(|fault| refused(fault.to_string()));
        ended.iter().map(|it| to_python(py, &told(it)?)).collect()
    }

    fn sketch(&self, game: usize) -> PyResult<String> {
        self.lock().sketch(game).ok_or_else(|| refused(format!("there is no game {game}")))
    }

    fn summary(&self, game: usize) -> PyResult<String> {
        self.lock().summary(game).ok_or_else(|| refused(format!("there is no game {game}")))
    }

    /// The board as pixels: height, width, and red, green, blue of each.
    #[pyo3(signature = (game, width, dark))]
    fn render(&self, py: Python<'_>, game: usize, width: u32, dark: bool) -> PyResult<(usize, usize, Vec<u8>)> {
        let scene = self.lock().scene(game);
        let (scene, symbols) = scene.ok_or_else(|| refused(format!("there is no game {game}")))?;
        py.detach(|| {
            let theme = if dark { Theme::Dark } else { Theme::Light };
            let picture = Raster::default().pixels(&skirmish_picture::svg(&scene, symbols, theme, width));
            let picture = picture.map_err(|fault| refused(fault.to_string()))?;
            let pixels = picture.pixels().iter().flat_map(|pixel| {
                let colour = pixel.demultiply();
                [colour.red(), colour.green(), colour.blue()]
            });
            Ok((picture.height() as usize, picture.width() as usize, pixels.collect()))
        })
    }

    /// Writes a game as a replay.
    fn write_replay(&self, game: usize, path: PathBuf) -> PyResult<PathBuf> {
        let mut random = [0; 24];
        getrandom::fill(&mut random).map_err(|fault| PyRuntimeError::new_err(fault.to_string()))?;
        let salt = Salt(std::array::from_fn(|i| random[i]));
        let id: String = random[16..].iter().map(|byte| format!("{byte:02x}")).collect();
        let mut batch = self.lock();
        let seats = batch.seats();
        let player = |(i, seat): (usize, &String)| SeatedPlayer {
            seat: seat.clone(),
            player: self.players.get(i).cloned().unwrap_or_else(|| "learner".into()),
            name: None,
        };
        let players = seats.iter().enumerate().map(player).collect();
        let about = About { id, players, sandbox: serde_json::Value::Null, salt };
        let records = batch.replay(game, &about).ok_or_else(|| {
            refused(format!("game {game} keeps no orders, or is not there: make the batch with results=True"))
        })?;
        let told = |fault: skirmish_replay::Error| PyRuntimeError::new_err(fault.to_string());
        let mut recorder = Recorder::create(&path).map_err(told)?;
        records.iter().try_for_each(|record| recorder.record(record)).map_err(told)?;
        Ok(recorder.finish().map_err(told)?.path)
    }
}
