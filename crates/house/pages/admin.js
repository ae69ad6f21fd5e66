// Exchanges the code of the administrator's link for a token, and logs this browser in with it.

const by = (id) => document.getElementById(id);

// The code came in the fragment, which no server logs; neither shall the history of this browser keep it.
if (location.hash.length > 1) {
  by("code").value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
}

/** The answer, or an error with the server's own words. */
async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Skirmish": "1" },
    body: JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.message);
  return told;
}

by("claim").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const { token } = await post("/api/v1/administrator", { code: by("code").value.trim(), name: by("name").value.trim() });
    by("claim").hidden = true;
    by("token").textContent = token;
    by("token").hidden = false;
    by("said").textContent = "This is your token. It is shown this once: keep it where nobody else looks.";
    await post("/api/v1/session", { token });
    by("next").hidden = false;
    by("next").querySelector("a")?.focus();
  } catch (why) {
    by("said").textContent = why.message;
  }
});
