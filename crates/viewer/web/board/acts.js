// Where something happens on the way from one picture to the next: what a camera has to look at.

/** How much each kind of effect matters to whoever watches. @type {Record<EffectKind, number>} */
const EFFECT_WEIGHTS = { beam: 1, burst: 2.5, ring: 1.5, rise: 1 };
const CAME_WEIGHT = 1.5;
const WENT_WEIGHT = 3;
const MOVED_WEIGHT = 0.3;
/** A move matters more if an enemy is within so many units of size. */
const FACING_ENEMY = 1.2;
const ENEMY_NEAR = 6;
/** Whoever just stands there. */
const STANDING_WEIGHT = 0.1;

/**
 * A place where something happened, how much it matters, how large what acts there is drawn, and whether a unit came, went
 * or moved there.
 * @typedef {{at: Point, weight: number, size: number, moved?: boolean}} Act
 */

/**
 * @param {Change} change
 * @param {import('./scene.js').Picture} before
 * @param {import('./scene.js').Picture} after
 * @returns {Act[]}
 */
export function actsOf(change, before, after) {
  /** @type {Act[]} */
  const acts = [];
  const units = after.units();
  for (const part of change.set ?? []) {
    const item = after.get(part.id);
    if (!isActor(item)) continue;
    const came = !before.get(part.id);
    if (!came && !('at' in part)) continue;
    const weight = came ? CAME_WEIGHT : facesEnemy(item, units) ? FACING_ENEMY : MOVED_WEIGHT;
    acts.push({ at: item.at, weight, size: item.scale ?? 1, moved: true });
  }
  for (const id of change.gone ?? []) {
    const item = before.get(id);
    if (isActor(item)) acts.push({ at: item.at, weight: WENT_WEIGHT, size: item.scale ?? 1, moved: true });
  }
  const size = typicalSize(after);
  for (const effect of change.effects ?? []) {
    const weight = EFFECT_WEIGHTS[effect.kind];
    acts.push({ at: effect.from, weight, size });
    if (effect.kind === 'beam') acts.push({ at: effect.to, weight, size });
  }
  return acts;
}

/**
 * Where units are, for a moment at which nothing happens.
 * @param {import('./scene.js').Picture} picture
 * @returns {Act[]}
 */
export function standing(picture) {
  const units = picture.units();
  return units.map((item) => ({ at: item.at, weight: STANDING_WEIGHT * (facesEnemy(item, units) ? 3 : 1), size: item.scale ?? 1 }));
}

/**
 * @param {Item} item
 * @param {Item[]} units
 */
function facesEnemy({ at, seat, scale }, units) {
  const near = ENEMY_NEAR * Math.max(1, scale ?? 1);
  return units.some((other) => other.seat !== seat && Math.abs(other.at[0] - at[0]) < near && Math.abs(other.at[1] - at[1]) < near);
}

/**
 * Whoever belongs to a seat and moves.
 * @param {Item | undefined} item
 * @returns {item is Item}
 */
function isActor(item) {
  return item !== undefined && item.layer === 'unit' && item.seat !== undefined;
}

/**
 * How large most units are drawn.
 * @param {import('./scene.js').Picture} picture
 */
export function typicalSize(picture) {
  const sizes = picture.units().map((item) => item.scale ?? 1).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 1;
}
