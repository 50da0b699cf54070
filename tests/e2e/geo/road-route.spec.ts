import type { RoadRoute } from "@/lib/geo/roads/rules";
import { expect, test } from "../support/test";

const PATH = "/api/road-route?points=-15.794,-47.883;-16.327,-48.953";
/** Without a prepared file, loading the network takes about 10 seconds of processor time. */
const LOAD_MS = 180_000;

test("the portal answers a route on roads, and the health page tests the engine", async ({
  visitorAs,
  page,
  signIn,
}) => {
  test.setTimeout(2 * LOAD_MS);
  const visitor = await visitorAs(null);
  const first = await visitor.get(PATH, { timeout: LOAD_MS });
  expect(first.status()).toBe(200);
  const route = (await first.json()) as RoadRoute;
  expect(route.km).toBeGreaterThan(130);
  expect(route.km).toBeLessThan(180);
  expect(route.credits.join()).toContain("OpenStreetMap");
  expect(await (await visitor.get(PATH)).json()).toEqual(route);
  const nearest = await visitor.get("/api/road-route?points=-15.794,-47.883");
  expect(await nearest.json()).toMatchObject({ nearest: { ref: expect.stringMatching(/^DF-/) as unknown } });
  await signIn("superadministrador");
  await page.goto("/admin/system-health");
  const row = page.getByRole("row").filter({ has: page.getByText("Rotas por estrada", { exact: true }) });
  await expect(row).toContainText("Funciona");
  await expect(row).toContainText(/embedded: 1\d\d km/);
});

test("wrong points and preferences are input errors in the language of the request", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  for (const query of ["", "points=1", "points=48,2;47,3", `${PATH.split("?")[1]}&avoid=hills`]) {
    const answer = await visitor.get(`/api/road-route?${query}&locale=en-US`);
    expect(answer.status(), query).toBe(400);
    expect(await answer.json(), query).toMatchObject({ code: "input.invalid" });
  }
});
