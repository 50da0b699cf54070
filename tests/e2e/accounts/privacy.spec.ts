import { readFileSync } from "node:fs";
import { DEVICE_STORAGE } from "../../../lib/platform/device-storage/schema";
import { createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { openAlive } from "../support/page";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";

type Kept = { place: string; name: string };

/** Everything the portal stores in this browser. */
async function keptBy(page: Page): Promise<Kept[]> {
  const inPage = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    cache: await caches.keys(),
    database: (await indexedDB.databases()).map(({ name }) => name ?? ""),
  }));
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  return Object.entries({ ...inPage, cookie: cookies }).flatMap(([place, names]) =>
    names.map((name) => ({ place, name })),
  );
}

const isDeclared = ({ place, name }: Kept) =>
  DEVICE_STORAGE.some(
    (item) => item.place === place && ("prefix" in item ? name.startsWith(item.name) : name === item.name),
  );

test("the privacy page shows its new version, the previous one, and every stored item", async ({ page }) => {
  for (const [path, version] of [
    ["/politica-de-privacidade", "Versão 1.5"],
    ["/english/politica-de-privacidade", "Version 1.5"],
    ["/espanol/politica-de-privacidade", "Versión 1.5"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(version).first()).toBeVisible();
    await expect(page.locator("details summary").filter({ hasText: "1.0" })).toBeVisible();
    await expect(page.locator("#no-seu-aparelho dt")).toHaveCount(DEVICE_STORAGE.length);
    const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  }
});

test("a browser stores only items listed on the privacy page", async ({ page, signIn }) => {
  const kept: Kept[] = [];
  const visit = async (path: string) => {
    await openAlive(page, path);
    kept.push(...(await keptBy(page)));
  };
  for (const path of [
    "/",
    "/home",
    "/english/home",
    "/select-state/sc",
    "/sc/home",
    "/sc/regioes",
    "/checklist-viagem",
    "/revista-digital",
    "/blog",
    "/radio",
    "/login",
  ])
    await visit(path);
  await signIn("superadministrador");
  await visit("/painel");
  // Page views are not counted in the panel.
  for (const path of ["/admin", "/admin/blog"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    kept.push(...(await keptBy(page)));
  }
  kept.push(...(await keptBy(page)));
  const names = [...new Map(kept.map((item) => [`${item.place} ${item.name}`, item])).values()];
  expect(names.filter((item) => !isDeclared(item))).toEqual([]);
  expect(names.map(({ place }) => place)).toEqual(expect.arrayContaining(["cookie", "local", "session"]));
});

test.describe("an account", () => {
  let own: OwnAccount;
  test.beforeEach(async ({ sql, context, baseURL }) => {
    own = await createAccount(sql, "user");
    await context.addCookies(own.session.cookies.map((cookie) => ({ ...cookie, url: baseURL! })));
  });
  test.afterEach(async ({ sql }) => {
    await deleteAccount(sql, own);
  });

  test("downloads its data without JavaScript", async ({ page, baseURL, sql }) => {
    await sql`insert into public.trip_panel_requests (name, email, delivery_kind, origin, destination) values ('Maria', ${own.email}, 'digital', 'Lages', 'Urubici')`;
    await page.goto("/painel");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Baixar meus dados" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("meus-dados-lacambeche.json");
    const data = JSON.parse(readFileSync(await download.path(), "utf8")) as {
      account: { email: string };
      rows: Record<string, Record<string, unknown>[]>;
      files: unknown[];
    };
    expect(data.account.email).toBe(own.email);
    expect(data.rows["profiles.id"]).toEqual([expect.objectContaining({ id: own.id })]);
    expect(data.rows["trip_panel_requests.email"]).toEqual([expect.objectContaining({ origin: "Lages" })]);
    expect(data.files).toEqual([]);
    expect((await fetch(`${baseURL}/api/account-export`)).status).toBe(401);
  });

  test("requests its erasure, sees the date, and cancels it", async ({ page, sql }) => {
    await openAlive(page, "/painel");
    const card = page.locator("#privacidade");
    await card.getByText("Apagar minha conta").click();
    await card.getByRole("button", { name: "Pedir para apagar a conta" }).click();
    await expect(card.getByText("Marque a caixa para continuar.")).toBeVisible();
    await card.getByLabel("Entendo que, depois desse prazo, a conta não volta.").check();
    await card.getByRole("button", { name: "Pedir para apagar a conta" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "Sua conta será apagada em" });
    await expect(notice).toBeVisible();
    const [row] = await sql<
      { days: number }[]
    >`select extract(day from due_at - requested_at)::int as days from public.account_erasures where user_id = ${own.id}`;
    expect(row?.days).toBe(7);
    await expect
      .poll(async () => {
        const mails = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as {
          to: string;
          subject: string;
        }[];
        return mails.filter(({ to }) => to === own.email).map(({ subject }) => subject);
      })
      .toContain("Pedido para apagar sua conta");
    await notice.getByRole("button", { name: "Cancelar o pedido" }).click();
    await expect(notice).toHaveCount(0);
    expect((await sql`select from public.account_erasures where user_id = ${own.id}`).count).toBe(0);
  });

  test("sees a new version of the legal texts until it acknowledges it", async ({ page, sql }) => {
    await sql`insert into public.legal_acknowledgements (user_id, document_key, version) values (${own.id}, 'politica-de-privacidade', '1.0'), (${own.id}, 'termos-de-uso', '1.2')`;
    await openAlive(page, "/painel");
    const notice = page.getByText("A política de privacidade mudou: versão 1.5");
    await expect(notice).toBeVisible();
    await expect(page.getByText("Os termos de uso mudaram")).toHaveCount(0);
    await page.getByRole("button", { name: "Entendi" }).click();
    await expect(notice).toHaveCount(0);
    await page.reload();
    await expect(notice).toHaveCount(0);
  });
});
