// Shows the description of the API. All text is set as text, never as markup.

const shown = (value) => JSON.stringify(value, null, 2);

/** An element with children: elements, or texts. */
function element(name, children = [], attributes = {}) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A schema without references to other parts of the document, as far as they do not lead in a circle. */
function resolved(schema, all, seen = []) {
  if (Array.isArray(schema)) return schema.map((part) => resolved(part, all, seen));
  if (schema === null || typeof schema !== "object") return schema;
  const name = schema.$ref?.split("/").pop();
  if (name && !seen.includes(name)) return resolved(all[name], all, [...seen, name]);
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, resolved(part, all, seen)]));
}

function bodies(content, all) {
  return Object.entries(content ?? {}).flatMap(([media, body]) => {
    const parts = [element("p", [element("code", [media])])];
    if (body.example !== undefined) parts.push(element("pre", [shown(body.example)]));
    if (body.schema) {
      const schema = element("pre", [shown(resolved(body.schema, all))]);
      parts.push(element("details", [element("summary", ["schema"]), schema]));
    }
    return parts;
  });
}

function parameters(list) {
  if (!list?.length) return [];
  const row = (one) => {
    const cells = [element("code", [one.name]), one.in + (one.required ? "" : ", optional"), one.description ?? ""];
    return element("tr", cells.map((cell) => element("td", [cell])));
  };
  return [element("h3", ["Parameters"]), element("table", list.map(row))];
}

function operation(path, method, told, all) {
  const head = [element("span", [method.toUpperCase()], { class: "method" }), element("code", [path]), " ", told.summary];
  const answers = Object.entries(told.responses).map(([status, answer]) =>
    element("details", [
      element("summary", [element("strong", [status]), " ", answer.description]),
      ...bodies(answer.content, all),
    ]),
  );
  return element("details", [
    element("summary", head),
    ...told.description.split("\n\n").map((text) => element("p", [text])),
    ...parameters(told.parameters),
    ...(told.requestBody ? [element("h3", ["Body"]), ...bodies(told.requestBody.content, all)] : []),
    element("h3", ["Answers"]),
    ...answers,
  ]);
}

const place = document.getElementById("operations");
try {
  const answer = await fetch("/api/openapi.json");
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const described = await answer.json();
  const chapters = new Map();
  for (const [path, item] of Object.entries(described.paths)) {
    for (const [method, told] of Object.entries(item)) {
      const chapter = told.tags?.[0] ?? "more";
      if (!chapters.has(chapter)) chapters.set(chapter, []);
      chapters.get(chapter).push(operation(path, method, told, described.components.schemas));
    }
  }
  place.replaceChildren(...[...chapters].flatMap(([name, operations]) => [element("h2", [name]), ...operations]));
} catch (why) {
  place.replaceChildren(`The description could not be read: ${why.message}`);
}
