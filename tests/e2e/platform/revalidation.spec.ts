import { demoAccount, openSession, publishableKey } from "../support/accounts";
import { renderedText } from "../support/page";
import { expect, test } from "../support/test";

const ADDRESSES = [
  ["", "Nome novo"],
  ["/english", "New name"],
  ["/espanol", "Nombre nuevo"],
] as const;

test("an editor's change is on the public page with the next request, in three languages", async ({
  visitorAs,
  sql,
}) => {
  const [row] = await sql<{ id: string }[]>`
    insert into public.regions (name, slug, state_abbr, status, translations)
    values ('Nome velho', 'salvo-e-mostrado', 'PI', 'published', ${sql.json({ en: { name: "Old name" }, es: { name: "Nombre viejo" } })}) returning id`;
  const [visitor, editor, session] = [
    await visitorAs(null),
    await visitorAs("editor"),
    await openSession(demoAccount("editor")),
  ];
  for (const [prefix] of ADDRESSES)
    expect(await (await visitor.get(`${prefix}/pi/rota/salvo-e-mostrado`)).text()).toMatch(
      /Nome velho|Old name|Nombre viejo/,
    );
  const saved = await visitor.patch(`/rest/v1/regions?id=eq.${row!.id}`, {
    headers: { apikey: publishableKey(), authorization: `Bearer ${session.accessToken}` },
    data: { name: "Nome novo", translations: { en: { name: "New name" }, es: { name: "Nombre nuevo" } } },
  });
  expect(saved.ok()).toBe(true);
  const fresh = await editor.post("/api/revalidate", { data: { tags: ["regions:PI"] } });
  expect(fresh.status()).toBe(204);
  for (const [prefix, name] of ADDRESSES) {
    for (const path of [`${prefix}/pi/rota/salvo-e-mostrado`, `${prefix}/pi/regioes`]) {
      const html = await renderedText(visitor, path);
      expect(html, path).toContain(name);
      expect(html, path).not.toMatch(/Nome velho|Old name|Nombre viejo/);
    }
  }
  await sql`delete from public.regions where id = ${row!.id}`;
  await sql`delete from public.redirects where from_path = '/pi/rota/salvo-e-mostrado'`;
});

test("a saved route leaves the pages of other states in the page cache", async ({ visitorAs }) => {
  const [visitor, editor] = [await visitorAs(null), await visitorAs("editor")];
  const cacheState = async (path: string) => (await visitor.get(path)).headers()["x-page-cache"];
  // Tests that run at the same time may expire the pages of every state in between.
  await expect(async () => {
    for (const path of ["/sc/home", "/pr/home"]) await expect.poll(() => cacheState(path)).toBe("hit");
    await editor.post("/api/revalidate", { data: { tags: ["regions:SC"] } });
    expect(await Promise.all(["/sc/home", "/pr/home"].map(cacheState))).toEqual(["miss", "hit"]);
  }).toPass();
});

test("the revalidation endpoint accepts editors and known tags only", async ({ visitorAs }) => {
  const known = { tags: ["regions:SC"] };
  for (const [role, body, status] of [
    [null, known, 401],
    ["user", known, 403],
    ["vendedor", known, 403],
    ["editor", { tags: ["profiles"] }, 400],
    ["editor", { tags: [] }, 400],
    ["editor", { tags: Array.from({ length: 500 }, () => "regions") }, 400],
    ["editor", "x".repeat(10_000), 400],
    ["editor", known, 204],
  ] as const) {
    const answer = await (await visitorAs(role)).post("/api/revalidate", { data: body });
    expect(answer.status(), `${role} ${JSON.stringify(body).slice(0, 60)}`).toBe(status);
  }
});
