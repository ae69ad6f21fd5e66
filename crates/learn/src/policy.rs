//! A trained policy: weights in a file that numpy reads and writes, and the decisions that follow from them.
//!
//! The same weights give the same decisions in numpy and here: everything is computed in double precision and logits are
//! then rounded to single precision, so that the order in which numbers are added makes no difference.

use crate::bits::Bits;
use crate::episode::Chooser;
use crate::key::Key;
use crate::layout::{Array, Kind, Layout};
use crate::npz::{self, Numbers};
use crate::page::{self, Page};
use crate::space::END;
use serde::{Deserialize, Serialize};
use skirmish_core::Rng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The form of files that this program reads and writes.
pub const FORMAT: u32 = 1;
/// The entry that tells what the others are.
const ABOUT: &str = "policy";
/// The most inputs and layers that a network may have.
const MOST: usize = 64;
/// What comes out of a hidden layer is never more. Whatever the weights are, nothing reckoned from it becomes infinite, so that
/// there is nothing to decide about what is no number.
const MOST_HIDDEN: f64 = 1e30;

/// How a policy chooses among what is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// The number with the greatest logit; the lowest where several have it.
    Greedy,
    /// By chance, as the softmax says.
    Sample,
}

/// What a file of weights tells of itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct About {
    /// [`FORMAT`].
    pub format: u32,
    /// The layout that the weights are for.
    pub key: Key,
    /// What goes in.
    pub inputs: Vec<InputAbout>,
    /// How many hidden layers there are.
    pub layers: usize,
    /// How many numbers there are to choose from.
    pub numbers: usize,
    /// How it chooses.
    pub play: Play,
}

/// An array that goes in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputAbout {
    /// Its name.
    pub name: String,
    /// What its numbers are.
    pub kind: Kind,
    /// Its shape.
    pub shape: Vec<usize>,
    /// The axis that scales are along.
    pub axis: usize,
    /// What each column along that axis is divided by; one number for all of them if there is just one.
    pub scale: Vec<f32>,
    /// How the rows become one: not at all, or by the greatest of each.
    pub pool: Option<Pool>,
}

/// How the rows of an array become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pool {
    /// Each is put through the same layer; the greatest of each number counts. Rows of zeros do not.
    Max,
}

impl InputAbout {
    /// An array of a layout as it goes in.
    pub fn of(array: &Array, pool: Option<Pool>) -> InputAbout {
        InputAbout {
            name: array.name.into(),
            kind: array.kind,
            shape: array.shape.clone(),
            axis: array.axis,
            scale: array.columns.iter().map(|column| column.scale).collect(),
            pool,
        }
    }

    fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// For each number what it is divided by.
    fn scales(&self) -> Option<Vec<f64>> {
        if self.scale.len() == 1 {
            return Some(vec![f64::from(self.scale[0]); self.len()]);
        }
        let size = *self.shape.get(self.axis)?;
        let inner: usize = self.shape[self.axis + 1..].iter().product();
        let scale = |i: usize| f64::from(self.scale[i / inner.max(1) % size]);
        (self.scale.len() == size).then(|| (0..self.len()).map(scale).collect())
    }
}

/// A matrix with a bias: the rows are what goes in.
#[derive(Clone, PartialEq, Debug)]
struct Layer {
    weight: Vec<f32>,
    bias: Vec<f32>,
}

impl Layer {
    fn width(&self) -> usize {
        self.bias.len()
    }

    /// Adds what one number that goes in gives to what comes out.
    #[inline]
    fn add(&self, i: usize, x: f64, out: &mut [f64]) {
        if x != 0.0 {
            let row = &self.weight[i * out.len()..(i + 1) * out.len()];
            out.iter_mut().zip(row).for_each(|(sum, weight)| *sum += x * f64::from(*weight));
        }
    }

    fn begin(&self, out: &mut Vec<f64>) {
        out.clear();
        out.extend(self.bias.iter().map(|bias| f64::from(*bias)));
    }
}

/// One array that goes in.
#[derive(Clone, PartialEq, Debug)]
struct Input {
    /// Its place in the layout.
    array: usize,
    scales: Vec<f64>,
    /// The layer of each row, where rows become one.
    rows: Option<Layer>,
    /// What it adds to the first hidden layer; without a bias of its own.
    weight: Layer,
}

/// A trained policy.
#[derive(Clone, PartialEq, Debug)]
pub struct Policy {
    about: About,
    layout: Layout,
    inputs: Vec<Input>,
    first: Layer,
    hidden: Vec<Layer>,
    out: Layer,
}

impl Policy {
    /// Reads a file of weights.
    pub fn read(bytes: &[u8]) -> Result<Policy, String> {
        let arrays = npz::read(bytes)?;
        let about = match arrays.get(ABOUT).map(|array| &array.numbers) {
            Some(Numbers::U8(text)) => text,
            _ => return Err(format!("no weights of a policy: they have an entry {ABOUT:?} that tells what they are")),
        };
        #[derive(Deserialize)]
        struct Form {
            format: u32,
        }
        let wrong = |why: serde_json::Error| format!("{ABOUT}: {why}");
        let form: Form = serde_json::from_slice(about).map_err(wrong)?;
        if form.format != FORMAT {
            return Err(format!("weights of form {}; this program reads form {FORMAT}", form.format));
        }
        let about: About = serde_json::from_slice(about).map_err(wrong)?;
        Policy::made(about, &arrays)
    }

    fn made(about: About, arrays: &BTreeMap<String, npz::Array>) -> Result<Policy, String> {
        let layout = about.key.layout()?;
        if about.numbers != layout.numbers {
            return Err(format!("they choose among {} numbers; there are {}", about.numbers, layout.numbers));
        }
        if !(1..=MOST).contains(&about.inputs.len()) || !(1..=MOST).contains(&about.layers) {
            return Err(format!("a network has 1 to {MOST} inputs and 1 to {MOST} layers"));
        }
        let first = Layer { weight: Vec::new(), bias: floats(arrays, "in.bias", None)?.1 };
        let mut width = first.width();
        let inputs = about.inputs.iter().enumerate().map(|(i, input)| self::input(i, input, &layout, arrays, width));
        let inputs = inputs.collect::<Result<_, String>>()?;
        let mut hidden = Vec::new();
        for number in 2..=about.layers {
            let layer = layer(arrays, &format!("hidden.{number}"), width)?;
            width = layer.width();
            hidden.push(layer);
        }
        let out = layer(arrays, "out", width)?;
        if out.width() != about.numbers {
            return Err(format!("out.bias has {} numbers, not {}", out.width(), about.numbers));
        }
        // For further training: not played, but what is there must fit.
        if ["value.weight", "value.bias"].iter().any(|name| arrays.contains_key(*name)) {
            floats(arrays, "value.weight", Some(&[width, 1]))?;
            floats(arrays, "value.bias", Some(&[1]))?;
        }
        Ok(Policy { about, layout, inputs, first, hidden, out })
    }

    /// A policy of a layout that has learnt nothing yet, with one hidden layer. It plays by chance, nearly evenly.
    pub fn untrained(layout: &Layout, width: usize, seed: u64) -> Vec<u8> {
        let mut rng = Rng::new(seed);
        let mut normal = |count: usize, deviation: f64| -> Vec<f32> {
            // The sum of twelve even draws is nearly normal.
            let draw = |rng: &mut Rng| (0..12).map(|_| rng.next_u64() as f64 / u64::MAX as f64).sum::<f64>() - 6.0;
            (0..count).map(|_| (deviation * draw(&mut rng)) as f32).collect()
        };
        let inputs: Vec<_> =
            layout.arrays.iter().filter(|array| !array.large).map(|array| InputAbout::of(array, None)).collect();
        let mut arrays = BTreeMap::new();
        let mut put = |name: String, shape: Vec<usize>, numbers: Vec<f32>| {
            arrays.insert(name, npz::Array { shape, numbers: Numbers::F32(numbers) });
        };
        let all: usize = inputs.iter().map(InputAbout::len).sum();
        for (i, input) in inputs.iter().enumerate() {
            let weights = normal(input.len() * width, (all as f64).sqrt().recip());
            put(format!("in.{i}.weight"), vec![input.len(), width], weights);
        }
        put("in.bias".into(), vec![width], vec![0.0; width]);
        put("out.weight".into(), vec![width, layout.numbers], normal(width * layout.numbers, 0.01));
        put("out.bias".into(), vec![layout.numbers], vec![0.0; layout.numbers]);
        let (numbers, play) = (layout.numbers, Play::Sample);
        let about = About { format: FORMAT, key: layout.key(), inputs, layers: 1, numbers, play };
        let text = serde_json::to_vec(&about).expect("they serialise");
        arrays.insert(ABOUT.into(), npz::Array { shape: vec![text.len()], numbers: Numbers::U8(text) });
        npz::write(&arrays)
    }

    /// What the file tells of itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The arrays that it looks at.
    pub fn arrays(&self) -> Vec<String> {
        self.about.inputs.iter().map(|input| input.name.clone()).collect()
    }

    /// A number for every choice, legal or not.
    pub fn logits(&self, page: &Page) -> Vec<f32> {
        let (mut now, mut next) = (Vec::new(), Vec::new());
        self.first.begin(&mut now);
        for input in &self.inputs {
            input.put(page, &mut now);
        }
        for layer in self.hidden.iter().chain([&self.out]) {
            layer.begin(&mut next);
            for (i, x) in now.iter().enumerate() {
                layer.add(i, x.clamp(0.0, MOST_HIDDEN), &mut next);
            }
            std::mem::swap(&mut now, &mut next);
        }
        let most = f64::from(f32::MAX);
        now.into_iter().map(|logit| logit.clamp(-most, most) as f32).collect()
    }

    /// The number it chooses. Something is always legal: without anything else, the end of the list.
    pub fn choose(&self, page: &Page, mask: &Bits, rng: &mut Rng) -> usize {
        let logits = self.logits(page);
        let legal = || mask.iter().filter(|&number| number < logits.len());
        // The first of the greatest: `max_by` would take the last.
        let best = legal().fold(None, |best: Option<usize>, number| match best {
            Some(best) if logits[best] >= logits[number] => Some(best),
            _ => Some(number),
        });
        let Some(best) = best else { return END };
        match self.about.play {
            Play::Greedy => best,
            Play::Sample => {
                let weight = |number: usize| (f64::from(logits[number]) - f64::from(logits[best])).exp();
                let mut rest = rng.next_u64() as f64 / u64::MAX as f64 * legal().map(weight).sum::<f64>();
                let drawn = legal().find(|&number| {
                    rest -= weight(number);
                    rest < 0.0
                });
                drawn.unwrap_or(best)
            }
        }
    }
}

/// A policy that does not learn any more, as an opponent.
impl Chooser for Arc<Policy> {
    fn choose(&mut self, page: &Page, mask: &Bits, rng: &mut Rng) -> usize {
        Policy::choose(self, page, mask, rng)
    }

    fn wants(&self, array: &Array) -> bool {
        self.about.inputs.iter().any(|input| input.name == array.name)
    }

    fn misfit(&self, layout: &Layout) -> Option<String> {
        let (theirs, ours) = (&self.about.key, layout.key());
        (*theirs != ours).then(|| format!("the weights do not fit: they are for {theirs:?}, and this is {ours:?}"))
    }
}

impl Input {
    /// Adds what the array gives to the first hidden layer.
    fn put(&self, page: &Page, out: &mut [f64]) {
        let number = |i: usize| match &page.arrays[self.array] {
            page::Numbers::None => 0.0,
            page::Numbers::U8(bytes) => f64::from(bytes[i]),
            page::Numbers::I16(shorts) => f64::from(shorts[i]),
        };
        let scaled = |i: usize| match number(i) {
            0.0 => 0.0,
            number => number / self.scales[i],
        };
        let Some(layer) = &self.rows else {
            return (0..self.scales.len()).for_each(|i| self.weight.add(i, scaled(i), out));
        };
        let columns = layer.weight.len() / layer.width();
        let (mut pooled, mut row) = (vec![0.0f64; layer.width()], Vec::new());
        for first in (0..self.scales.len()).step_by(columns) {
            if (first..first + columns).all(|i| number(i) == 0.0) {
                continue;
            }
            layer.begin(&mut row);
            (0..columns).for_each(|i| layer.add(i, scaled(first + i), &mut row));
            // What is below 0 counts as 0, which is where every greatest begins.
            pooled.iter_mut().zip(&row).for_each(|(most, x)| *most = most.max(*x));
        }
        pooled.iter().enumerate().for_each(|(i, x)| self.weight.add(i, x.min(MOST_HIDDEN), out));
    }
}

fn input(
    i: usize,
    about: &InputAbout,
    layout: &Layout,
    arrays: &BTreeMap<String, npz::Array>,
    width: usize,
) -> Result<Input, String> {
    let named = layout.arrays.iter().position(|array| array.name == about.name);
    let Some(array) = named else {
        return Err(skirmish_core::names::unknown("array", &about.name, layout.arrays.iter().map(|array| array.name)));
    };
    let there = &layout.arrays[array];
    if about.shape != there.shape || about.kind != there.kind {
        return Err(format!("{} has the shape {:?}, not {:?}", about.name, there.shape, about.shape));
    }
    let wrong = || format!("the scales of {} do not fit its shape", about.name);
    let scales = about.scales().ok_or_else(wrong)?;
    if !scales.iter().all(|scale| *scale > 0.0 && scale.is_finite()) {
        return Err(format!("a scale of {} is 0, less, or no number", about.name));
    }
    let (rows, long) = match about.pool {
        None => (None, about.len()),
        Some(Pool::Max) => {
            let [_, columns] = about.shape[..] else { return Err(format!("{} has no rows to pool", about.name)) };
            let rows = layer(arrays, &format!("rows.{i}"), columns)?;
            let long = rows.width();
            (Some(rows), long)
        }
    };
    let (_, weight) = floats(arrays, &format!("in.{i}.weight"), Some(&[long, width]))?;
    Ok(Input { array, scales, rows, weight: Layer { weight, bias: Vec::new() } })
}

/// The layer of a name that so many numbers go into.
fn layer(arrays: &BTreeMap<String, npz::Array>, name: &str, long: usize) -> Result<Layer, String> {
    let (_, bias) = floats(arrays, &format!("{name}.bias"), None)?;
    let (_, weight) = floats(arrays, &format!("{name}.weight"), Some(&[long, bias.len()]))?;
    Ok(Layer { weight, bias })
}

/// The numbers of an entry: of this shape, or of one axis that is not empty.
fn floats(
    arrays: &BTreeMap<String, npz::Array>,
    name: &str,
    shape: Option<&[usize]>,
) -> Result<(Vec<usize>, Vec<f32>), String> {
    let array = arrays.get(name).ok_or_else(|| format!("the entry {name} is missing"))?;
    let Numbers::F32(numbers) = &array.numbers else { return Err(format!("{name} is not of float32")) };
    match shape {
        Some(shape) if array.shape != shape => {
            return Err(format!("{name} has the shape {:?}, not {shape:?}", array.shape));
        }
        None if array.shape.len() != 1 || numbers.is_empty() => {
            return Err(format!("{name} has the shape {:?}, not one axis", array.shape));
        }
        _ => {}
    }
    if numbers.iter().any(|number| !number.is_finite()) {
        return Err(format!("{name} holds what is no number"));
    }
    Ok((array.shape.clone(), numbers.clone()))
}
