// A scene as the page holds it: items by id and by layer, never changed once made, so that two moments can be compared.

/**
 * From the bottom to the top. The first three change rarely, and the board keeps pictures of them.
 * @type {Record<Layer, number>}
 */
const LAYER_RANK = { ground: 0, terrain: 1, area: 2, floor: 3, unit: 4, top: 5 };

/** The layers in the order they are painted. */
export const LAYERS = /** @type {Layer[]} */ (Object.keys(LAYER_RANK));

/** What can change about an item without changing how it looks. @type {(keyof Item | 'values')[]} */
const UNSEEN_KEYS = ['id', 'facts', 'values', 'title', 'seat', 'cell', 'spans'];
const UNSEEN = new Set(/** @type {string[]} */ (UNSEEN_KEYS));

export class Picture {
  /**
   * @param {Scene['frame']} frame
   * @param {Grid} grid
   * @param {Side[]} sides
   * @param {Fact[]} status
   * @param {Gauge[]} gauges
   * @param {Map<string, Item>} byId
   * @param {Item[][]} layers one list for each layer, in the order they are painted
   * @param {Item[][]} looks for each layer the same list as in another picture if it looks the same there
   */
  constructor(frame, grid, sides, status, gauges, byId, layers, looks) {
    this.frame = frame;
    this.grid = grid;
    this.sides = sides;
    this.status = status;
    this.gauges = gauges;
    this.byId = byId;
    this.layers = layers;
    this.looks = looks;
  }

  /**
   * @param {Scene} scene
   * @returns {Picture}
   */
  static of(scene) {
    /** @type {Map<string, Item>} */
    const byId = new Map();
    /** @type {Item[][]} */
    const layers = LAYERS.map(() => []);
    for (const item of scene.items) {
      byId.set(item.id, item);
      layers[rankOf(item)].push(item);
    }
    return new Picture(scene.frame, scene.grid, scene.sides, scene.status, scene.gauges ?? [], byId, layers, layers);
  }

  /**
   * The picture after a change; this one stays as it is.
   * @param {Change} change
   * @returns {Picture}
   */
  apply(change) {
    let { byId, layers, looks } = this;
    const set = change.set ?? [];
    const gone = change.gone ?? [];
    if (set.length > 0 || gone.length > 0) {
      byId = new Map(byId);
      const touched = LAYERS.map(() => false);
      const seen = LAYERS.map(() => false);
      /** @type {Item[]} */
      const added = [];
      for (const id of gone) {
        const item = byId.get(id);
        if (item) touched[rankOf(item)] = seen[rankOf(item)] = true;
        byId.delete(id);
      }
      for (const part of set) {
        const was = byId.get(part.id);
        const item = was ? patched(was, part) : /** @type {Item} */ (/** @type {unknown} */ (part));
        byId.set(item.id, item);
        touched[rankOf(item)] = true;
        if (was) touched[rankOf(was)] = true;
        if (!was || Object.keys(part).some((key) => !UNSEEN.has(key))) seen[rankOf(item)] = true;
        if (!was || was.layer !== item.layer) added.push(item);
        if (was && was.layer !== item.layer) seen[rankOf(was)] = true;
      }
      const now = byId;
      layers = layers.map((list, rank) => (touched[rank] ? current(list, rank, now) : list));
      for (const item of added) layers[rankOf(item)].push(item);
      const then = looks;
      looks = layers.map((list, rank) => (seen[rank] ? list : then[rank]));
    }
    return new Picture(
      change.frame ?? this.frame,
      change.grid ?? this.grid,
      change.sides ?? this.sides,
      change.status ?? this.status,
      change.gauges ?? regauged(this.gauges, change.gauged ?? []),
      byId,
      layers,
      looks,
    );
  }

  /**
   * @param {string} id
   * @returns {Item | undefined}
   */
  get(id) {
    return this.byId.get(id);
  }

  /** Whoever moves and belongs to a seat. */
  units() {
    return this.layers[LAYER_RANK.unit].filter((item) => item.seat !== undefined);
  }

  /** Everything people can ask about, topmost first. */
  asked() {
    /** @type {Item[]} */
    const found = [];
    for (let rank = LAYERS.length - 1; rank >= 0; rank--) {
      const list = this.layers[rank];
      for (let i = list.length - 1; i >= 0; i--) if (list[i].title) found.push(list[i]);
    }
    return found;
  }
}

/** @param {Item} item */
function rankOf(item) {
  return LAYER_RANK[item.layer];
}

/**
 * The items of a layer that are still in it, as they are now.
 * @param {Item[]} list
 * @param {number} rank
 * @param {Map<string, Item>} byId
 */
function current(list, rank, byId) {
  /** @type {Item[]} */
  const now = [];
  for (const old of list) {
    const item = byId.get(old.id);
    if (item && rankOf(item) === rank) now.push(item);
  }
  return now;
}

/**
 * An item with a change applied.
 * @param {Item} was
 * @param {ItemChange} part
 * @returns {Item}
 */
export function patched(was, part) {
  const item = /** @type {Record<string, unknown>} */ ({ ...was });
  for (const key in part) {
    if (key === 'values') item.facts = revalued(was.facts ?? [], part.values ?? {});
    else if (part[key] === null) delete item[key];
    else item[key] = part[key];
  }
  return /** @type {Item} */ (/** @type {unknown} */ (item));
}

/**
 * Facts with some new values, by their place.
 * @param {Fact[]} facts
 * @param {Record<string, string>} values
 * @returns {Fact[]}
 */
function revalued(facts, values) {
  return facts.map((fact, place) => (place in values ? [fact[0], values[place]] : fact));
}

/**
 * The numbers of the charts with some new values, by their place.
 * @param {Gauge[]} gauges
 * @param {[number, number][]} values
 * @returns {Gauge[]}
 */
function regauged(gauges, values) {
  if (values.length === 0) return gauges;
  const now = [...gauges];
  for (const [place, value] of values) now[place] = { ...now[place], value };
  return now;
}
