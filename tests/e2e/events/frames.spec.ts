import http from "node:http";
import type { AddressInfo } from "node:net";
import { makeKind, removeKind } from "../../database/events/registration-support";
import { expect, test as base } from "../support/test";

/** A site of another origin with one page, which shows an address of the portal in a frame. */
async function openOtherSite(): Promise<{ pageWith: (address: string) => string; stop: () => Promise<void> }> {
  const server = http.createServer(({ url = "/" }, response) => {
    const address = new URL(url, "http://localhost").searchParams.get("frame") ?? "";
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><title>Clube</title><h1>Site do clube</h1>
      <iframe title="Evento" width="360" height="560" src="${address.replaceAll('"', "%22")}"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Another host than that of the portal, so that its cookies and storage are those of another site too.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    pageWith: (address) => `${origin}/?frame=${encodeURIComponent(address)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Shown = { id: string; slug: string; type: string; title: string };

const test = base.extend<{ shown: Shown; pageWith: (address: string) => string }>({
  shown: async ({ sql }, use) => {
    const kind = await makeKind(sql, { capacity: 3, price: 2500 });
    const title = `Encontro no quadro ${kind.event.slice(0, 8)}`;
    const [row] = await sql<{ slug: string }[]>`
      update public.events set title = ${title} where id = ${kind.event} returning slug`;
    await use({ id: kind.event, slug: row!.slug, type: kind.type, title });
    await removeKind(sql, kind);
  },
  pageWith: async ({}, use) => {
    const site = await openOtherSite();
    await use(site.pageWith);
    await site.stop();
  },
});

// A refused frame and a 404 are errors in the browser's console.
// The scripts of every test page also run in Chromium's error page of a refused frame, which has no storage.
test.use({
  expectedErrors:
    /frame-ancestors|Refused to frame|404 \(Not Found\)|ERR_BLOCKED_BY_RESPONSE|'sessionStorage' property/,
});

test("another site shows an event in a frame, whose button opens the event in a new tab", async ({
  page,
  context,
  baseURL,
  shown,
  pageWith,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(pageWith(`${baseURL}/embed/evento/${shown.id}`));
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: shown.title })).toBeVisible();
  await expect(frame.getByText("Restam 3 vagas")).toBeVisible();
  await expect(frame.getByText(/R\$\s25,00/)).toBeVisible();
  expect(await page.frames()[1]!.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // No script, style sheet, font or session of the portal.
  expect(requests.filter((path) => /^\/(?:_next|api|scripts|serwist)\//.test(path))).toEqual([]);
  expect((await context.cookies(baseURL)).filter(({ name }) => !/^location|^splash/.test(name))).toEqual([]);

  const opened = context.waitForEvent("page");
  await frame.getByRole("link", { name: /Fazer inscrição/ }).click();
  const event = await opened;
  await expect(event).toHaveURL(`${baseURL}/eventos/lacambeche/${shown.slug}#inscricoes`);
  await expect(event.getByRole("heading", { name: shown.title, level: 1 })).toBeVisible();
  expect(await event.evaluate(() => window.opener === null)).toBe(true);
  await event.close();
});

test("places left, cancellation, languages, themes and unknown events fit into the frame", async ({
  page,
  baseURL,
  sql,
  shown,
  pageWith,
}) => {
  await sql`update public.event_registration_types set taken = 2 where id = ${shown.type}`;
  const frame = page.frameLocator("iframe");
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(pageWith(`${baseURL}/english/embed/evento/${shown.slug}?tema=escuro`));
  await expect(frame.getByText("1 place left")).toBeVisible();
  const background = () => page.frames()[1]!.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe("rgb(11, 18, 32)");

  await page.goto(pageWith(`${baseURL}/embed/evento/00000000-0000-4000-8000-00000000abcd`));
  await expect(frame.getByRole("heading", { name: "Evento não encontrado" })).toBeVisible();
  expect(await background()).toBe("rgb(247, 244, 236)");

  await page.goto(pageWith(`${baseURL}/embed/eventos/sc`));
  await expect(frame.getByRole("heading", { name: "Próximos eventos em Santa Catarina" })).toBeVisible();
});

test("only the addresses of frames may be shown by other sites", async ({
  page,
  baseURL,
  shown,
  pageWith,
  visitorAs,
}) => {
  const visitor = await visitorAs(null);
  const policyOf = async (path: string) =>
    (await visitor.get(path, { maxRedirects: 0 })).headers()["content-security-policy"] ?? "";
  for (const path of [`/embed/evento/${shown.id}`, "/espanol/embed/eventos/sc", "/embed/evento/nada-disso"]) {
    expect(await policyOf(path), path).toContain("frame-ancestors *");
    expect((await visitor.get(path)).headers(), path).toMatchObject({ "x-robots-tag": "noindex" });
    expect((await visitor.get(path)).headers()["set-cookie"], path).toBeUndefined();
  }
  for (const path of [`/eventos/lacambeche/${shown.slug}`, "/home", "/login", "/embed/nada", "/nao-encontrado"])
    expect(await policyOf(path), path).toContain("frame-ancestors 'none'");
  const spelled = await visitor.get(`/%65mbed//evento/${shown.id}`, { maxRedirects: 0 });
  expect([spelled.status(), spelled.headers().location]).toEqual([308, `/embed/evento/${shown.id}`]);

  for (const path of [`/eventos/lacambeche/${shown.slug}`, "/login"]) {
    await page.goto(pageWith(baseURL + path));
    await expect(page.getByRole("heading", { name: "Site do clube" })).toBeVisible();
    // Chromium shows its own error page instead.
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  }
});

test("the organiser copies the code of the frame in the console of the event", async ({
  accountPage: page,
  account,
  baseURL,
  sql,
  shown,
}) => {
  await sql`update public.events set organizer_id = ${account.id} where id = ${shown.id}`;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/painel/eventos/${shown.id}/divulgacao`);
  await page.getByRole("button", { name: "Copiar o código do quadro" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`<iframe src="${baseURL}/embed/evento/${shown.id}"`);
  await sql`update public.events set status = 'draft' where id = ${shown.id}`;
  await page.reload();
  await expect(page.getByRole("heading", { name: shown.title })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copiar o código do quadro" })).toHaveCount(0);
});

test("the agenda of a state offers a subscription, and the event its earlier editions", async ({
  page,
  baseURL,
  sql,
  shown,
}) => {
  const { host } = new URL(baseURL!);
  await page.goto("/eventos/lacambeche/sc");
  await expect(page.getByRole("link", { name: "Assinar a agenda de Santa Catarina" })).toHaveAttribute(
    "href",
    `webcal://${host}/eventos/lacambeche/sc/ics`,
  );
  const [club] = await sql<{ id: string }[]>`
    insert into public.clubs (name, slug, state_abbr, sources, status)
    values ('Clube do quadro', ${`clube-${shown.slug}`}, 'SC', '{teste}', 'to_confirm') returning id`;
  const past = await makeKind(sql, { inDays: -60 });
  await sql`update public.events set club_id = ${club!.id}, title = 'Edição do ano passado' where id = ${past.event}`;
  await sql`update public.events set club_id = ${club!.id} where id = ${shown.id}`;
  await page.goto(`/eventos/lacambeche/${shown.slug}`);
  await expect(page.getByRole("heading", { name: "Edições anteriores" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Edição do ano passado/ })).toBeVisible();
  await removeKind(sql, past);
  await sql`delete from public.clubs where id = ${club!.id}`;
});
