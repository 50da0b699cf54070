import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { PASSPORT_DATABASE } from "../../../lib/platform/device-storage/rules";
import { type OwnAccount } from "../support/own-account";
import { renderedText } from "../support/page";
import { expect, test, type Page } from "../support/test";

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (?:401|404|410)|Failed to fetch/ });

/** A state where no other test adds photo points. */
const UF = "ap";
const POINTS = 20;
const CENTRE = { latitude: 0.5, longitude: -51.5 };

type Point = { id: string; lat: number; lng: number };

/** Photo points 200 m from each other, so that no two are within one radius of 20 m. */
async function addPoints(sql: Sql, mark: string): Promise<Point[]> {
  const rows = Array.from({ length: POINTS }, (_, index) => ({
    name: `Carimbo ${mark} ${index}`,
    slug: `carimbo-${mark}-${index}`,
    lat: CENTRE.latitude + index * 0.0018,
    lng: CENTRE.longitude,
  }));
  const points: Point[] = [];
  for (const { name, slug, lat, lng } of rows) {
    const [row] = await sql<Point[]>`
      insert into public.photo_points (name, slug, state_abbr, city_ibge, lat, lng, is_approximate, stamp_radius_m, status)
      values (${name}, ${slug}, 'AP', 1600303, ${lat}, ${lng}, false, 20, 'published') returning id, lat, lng`;
    points.push(row!);
  }
  return points;
}

const encodedLetters = (text: string) => text.replace(/[a-z]/gi, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

const button = (page: Page, id: string) => page.locator(`[data-stamp="photo_point:${id}"] button`);
const status = (page: Page, id: string) => page.locator(`[data-stamp="photo_point:${id}"] [role=status]`);

async function stampAt(page: Page, { id, lat, lng }: Point): Promise<void> {
  await page.context().setGeolocation({ latitude: lat, longitude: lng, accuracy: 15 });
  await button(page, id).click();
}

const waiting = (page: Page) =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(new Error("not opened"));
        opening.onsuccess = () => {
          const counting = opening.result.transaction("stamps").objectStore("stamps").count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
    PASSPORT_DATABASE,
  );

const signInAs = (page: Page, account: OwnAccount, baseURL: string) =>
  page.context().addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: baseURL })));

test.describe("with photo points of its own", () => {
  test.describe.configure({ mode: "default" });
  const mark = randomUUID().slice(0, 8);
  let points: Point[] = [];

  test.beforeAll(async ({ sql }) => {
    points = await addPoints(sql, mark);
  });

  test.afterAll(async ({ sql }) => {
    await sql`delete from public.photo_points where slug like ${`carimbo-${mark}-%`}`;
  });

  test.beforeEach(async ({ page, visitorAs }) => {
    await page.context().grantPermissions(["geolocation"]);
    await (await visitorAs("editor")).post("/api/revalidate", { data: { tags: ["photo_points", "photo_points:AP"] } });
    await renderedText(page.request, `/${UF}/pontos-fotograficos`);
  });

  test("twenty stamps without a network survive a closed page and arrive once each @stress", async ({
    page,
    baseURL,
    sql,
    account,
  }) => {
    const stored = async () =>
      (
        await sql<
          { id: string }[]
        >`select photo_point_id as id from public.passport_stamps where account_id = ${account.id}`
      )
        .map(({ id }) => id)
        .toSorted();

    await signInAs(page, account, baseURL!);
    await page.goto(`/${UF}/pontos-fotograficos`);
    await expect(button(page, points[0]!.id)).toBeEnabled();
    await page.context().setOffline(true);
    for (const point of points) {
      await stampAt(page, point);
      await expect(status(page, point.id)).toContainText("Guardado neste aparelho");
    }
    expect(await waiting(page)).toBe(POINTS);
    expect(await stored()).toEqual([]);
    const { page: next } = { page: await page.context().newPage() };
    await page.close({ runBeforeUnload: false });
    await next.context().setOffline(false);
    // Two tabs send the same queue at the same time.
    const other = await next.context().newPage();
    await Promise.all([next, other].map((tab) => tab.goto(`/${UF}/pontos-fotograficos`)));
    await expect.poll(stored).toEqual(points.map(({ id }) => id).toSorted());
    await expect.poll(() => waiting(next)).toBe(0);
    await expect(button(next, points[0]!.id)).toHaveText("Carimbado");
    await next.reload();
    await expect(button(next, points[5]!.id)).toHaveText("Carimbado");
    expect(await stored()).toHaveLength(POINTS);
  });

  test("a stamp of a visitor waits for the sign-in, and sign-out removes waiting stamps", async ({
    page,
    baseURL,
    sql,
    account,
  }) => {
    const count = async () => (await sql`select from public.passport_stamps where account_id = ${account.id}`).count;

    await page.goto(`/${UF}/pontos-fotograficos`);
    await expect(button(page, points[0]!.id)).toBeEnabled();
    await stampAt(page, points[0]!);
    const link = status(page, points[0]!.id).getByRole("link", { name: "Entrar" });
    await expect(link).toHaveAttribute("href", `/login?next=${encodeURIComponent(`/${UF}/pontos-fotograficos`)}`);
    expect(await count()).toBe(0);
    await signInAs(page, account, baseURL!);
    await page.reload();
    await expect.poll(count).toBe(1);
    await expect(button(page, points[0]!.id)).toHaveText("Carimbado");
    await page.context().setOffline(true);
    await stampAt(page, points[1]!);
    await expect(status(page, points[1]!.id)).toContainText("Guardado");
    // The queue is not sent when the network is back, so that it is still there at sign-out.
    await page.route("**/api/passport-stamps", (route) => route.abort());
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Minha conta" }).click();
    await page.getByRole("button", { name: "Sair da conta" }).click();
    await expect(page.getByRole("link", { name: "Entrar", exact: true }).first()).toBeVisible();
    await expect.poll(() => waiting(page)).toBe(0);
  });

  test("a stamp from too far away and an inaccurate position are refused with a reason", async ({
    page,
    baseURL,
    account,
  }) => {
    await signInAs(page, account, baseURL!);
    await page.goto(`/${UF}/pontos-fotograficos`);
    const point = points[0]!;
    await expect(button(page, point.id)).toBeEnabled();
    await stampAt(page, { ...point, lat: point.lat + 0.5 });
    await expect(status(page, point.id)).toHaveText("Você estava longe demais deste lugar.");
    await expect(button(page, point.id)).toBeEnabled();
    await page.context().setGeolocation({ latitude: point.lat, longitude: point.lng, accuracy: 900 });
    await button(page, point.id).click();
    await expect(status(page, point.id)).toContainText("Posição imprecisa");
    expect(await waiting(page)).toBe(0);
  });
});

test("a town is stamped, shown in the panel and shared until the page is switched off", async ({
  page,
  baseURL,
  sql,
  visitorAs,
  account,
}) => {
  const [town] = await sql<{ lat: number; lng: number }[]>`
      select lat, lng from public.cities where ibge_code = 4209300`;
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation({ latitude: town!.lat, longitude: town!.lng, accuracy: 30 });
  await signInAs(page, account, baseURL!);
  await page.goto("/sc/cidade/lages");
  const stamp = page.locator('[data-stamp="city:4209300"] button');
  await expect(stamp).toBeEnabled();
  await stamp.click();
  await expect(stamp).toHaveText("Carimbado");

  await page.goto("/painel");
  await expect(page.locator("[data-slot=own-passport]")).toContainText("1 de 295 municípios");
  await page.goto("/passaporte");
  await expect(page.locator("[data-slot=stamp]")).toContainText("Lages");
  const share = page.locator("[data-slot=passport-share]");
  await share.getByLabel("Nome na página").fill("Zé do Opala");
  await share.getByRole("button", { name: "Ligar página" }).click();
  const link = share.getByRole("link");
  await expect(link).toHaveAttribute("href", /\/passaporte\/ze-do-opala~[\w-]{22}$/);
  const address = new URL((await link.getAttribute("href"))!).pathname;

  const visitor = await visitorAs(null);
  const shown = await visitor.get(address);
  const html = await shown.text();
  expect(shown.status()).toBe(200);
  expect(html).toContain("Zé do Opala");
  expect(html).toContain("Lages");
  expect(html).toMatch(/<meta name="robots" content="noindex/);
  expect(html).not.toContain(account.name);

  await share.getByRole("button", { name: "Desligar página" }).click();
  await share.getByRole("button", { name: "Sim, desligar" }).click();
  await expect(share.getByRole("button", { name: "Ligar página" })).toBeVisible();
  await expect.poll(async () => (await visitor.get(address)).status()).toBe(410);
  const token = address.split("~")[1]!;
  const never = `ze~${"x".repeat(22)}`;
  for (const [path, heading] of [
    [address, "Este link terminou"],
    [`/english${address}`, "This link has ended"],
    [`/espanol/passaporte/outro~${token}`, "Este enlace terminó"],
    [`/passaporte/ze%7E${token}`, "Este link terminou"],
    [`/passaporte/%7a%65%7e${encodedLetters(token)}`, "Este link terminou"],
    [`/passaporte/${never}`, "Este link terminou"],
  ] as const) {
    // The server redirects an encoded address to the same address without encoding.
    const ended = await visitor.get(path, { maxRedirects: path.includes("%") ? 1 : 0 });
    const text = await ended.text();
    expect([ended.status(), ended.headers()["x-robots-tag"]], path).toEqual([410, "noindex"]);
    expect(text, path).toContain(`>${heading}</h1>`);
    expect(text, path).not.toContain("Zé do Opala");
  }
  for (const link of ["ze", `~${token}`, `ze%257E${token}`, `ze~${token}%00`, `ze~${token}x`, `ze%2F~${token}`])
    expect((await visitor.get(`/passaporte/${link}`)).status(), link).toBe(404);
});
