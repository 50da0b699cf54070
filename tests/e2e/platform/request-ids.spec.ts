import { expect, test } from "../support/test";

test("the site is alive and ready on a database with the migrations of the build", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  const live = await visitor.get("/api/health/live");
  expect([live.status(), await live.json()]).toEqual([200, { live: true }]);
  const ready = await visitor.get("/api/health/ready");
  expect([ready.status(), await ready.json()]).toEqual([200, { ready: true, database: "ok", migrations: "ok" }]);
  expect(ready.headers()["cache-control"]).toBe("no-store");
});

test("every answer has the id of its own request, a cached page too", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  const idOf = async (path: string, id?: string) => {
    const answer = await visitor.get(path, { maxRedirects: 0, headers: id ? { "x-request-id": id } : {} });
    return answer.headers()["x-request-id"];
  };
  const paths = [
    "/home",
    "/home",
    "/select-state/sc",
    "/nao-existe-mesmo",
    "/admin",
    "/api/health",
    "/manifest.webmanifest",
  ];
  const ids: (string | undefined)[] = [];
  for (const path of paths) ids.push(await idOf(path));
  for (const id of ids) expect(id).toMatch(/^[\w-]{36}$/);
  expect(new Set(ids).size).toBe(paths.length);
  // The tests are a trusted proxy of the site.
  expect(await idOf("/home", "7f3a9c0d2e1b4f5a")).toBe("7f3a9c0d2e1b4f5a");
  expect(await idOf("/home", 'x","level":"fake')).toMatch(/^[\w-]{36}$/);
});
