// What values may be, from the JSON Schemas of the game: choices, bounds, and what they mean.

/**
 * The part of a JSON Schema that forms understand.
 * @typedef {{type?: string | string[], enum?: unknown[], anyOf?: ValueSchema[], $ref?: string, items?: ValueSchema,
 *   properties?: Record<string, ValueSchema>, required?: string[], minimum?: number, maximum?: number,
 *   description?: string, default?: unknown, examples?: unknown[], $defs?: Record<string, ValueSchema>}} ValueSchema
 * @typedef {ValueSchema & {nullable: boolean}} KnownSchema
 */

export class EditChoices {
  /** @param {EditSchemas} schemas */
  constructor({ position, config }) {
    this.position = /** @type {ValueSchema} */ (position);
    this.config = /** @type {ValueSchema} */ (config);
  }

  /**
   * What the schema of positions says of a place; null if it says nothing.
   * @param {string} pointer
   * @returns {KnownSchema | null}
   */
  at(pointer) {
    let [root, schema] = [this.position, this.#resolved(this.position, this.position)];
    for (const [depth, step] of pointer.split('/').slice(1).entries()) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      // A config has a schema of its own, with bounds and meanings.
      if (depth === 1 && pointer.startsWith('/config/')) [root, schema] = [this.config, this.#resolved(this.config, this.config)];
      const inner = schema.properties?.[key] ?? (/^\d+$/.test(key) ? schema.items : undefined);
      if (!inner) return null;
      schema = this.#resolved(inner, root);
    }
    return schema;
  }

  /**
   * A schema behind its references, and whether it may be null.
   * @param {ValueSchema} schema
   * @param {ValueSchema} root
   * @returns {KnownSchema}
   */
  #resolved(schema, root) {
    let nullable = false;
    let found = schema;
    // A reference beside other words keeps them: they say what the value means here.
    for (let hops = 0; hops < 8; hops++) {
      const name = found.$ref?.replace('#/$defs/', '');
      const some = found.anyOf?.filter((one) => one.type !== 'null');
      if (name !== undefined) found = { ...root.$defs?.[name], ...{ ...found, $ref: undefined } };
      else if (found.anyOf && some?.length === 1) {
        nullable ||= some.length < found.anyOf.length;
        found = { ...some[0], ...{ ...found, anyOf: undefined } };
      } else break;
    }
    const types = Array.isArray(found.type) ? found.type : null;
    if (types) {
      nullable ||= types.includes('null');
      found = { ...found, type: types.find((type) => type !== 'null') };
    }
    return { ...found, nullable };
  }
}
