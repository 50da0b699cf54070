import type { Sql } from "postgres";
import { makeKind, removeKind, type Kind } from "../../database/events/registration-support";
import { renderedText } from "../support/page";
import { expect, test as base } from "../support/test";

type Placed = Kind & { slug: string };

/** A published event in Rio Branco on 5 December 2027 from 22:30 to midnight of its own time. */
async function addLateEvent(sql: Sql): Promise<Placed> {
  const kind = await makeKind(sql);
  const [row] = await sql<{ slug: string }[]>`
    update public.events set title = 'Noite de Rio Branco', state_abbr = 'AC', municipality_ibge = 1200401, town = 'Rio Branco',
      starts_at = '2027-12-06T03:30:00Z', ends_at = '2027-12-06T05:00:00Z' where id = ${kind.event} returning slug`;
  return { ...kind, slug: row!.slug };
}

/** The characters at the end of the event's address that no other event has. */
const ending = ({ slug }: Placed) => slug.slice(-8);

const test = base.extend<{ late: Placed }>({
  late: async ({ sql }, use) => {
    const late = await addLateEvent(sql);
    await use(late);
    await removeKind(sql, late);
    // Only this event's rows: other tests of this file run at the same time.
    const own = `/eventos/lacambeche/%${ending(late)}`;
    await sql`delete from public.redirects where to_path like ${own} or from_path like ${own}`;
  },
});

test("tile, dates, structured data and calendar file have the day of the event's place", async ({
  visitorAs,
  late,
}) => {
  const visitor = await visitorAs(null);
  // The worker makes the list fresh after the event was added.
  await expect(async () => {
    const list = await renderedText(visitor, "/eventos/lacambeche/ac");
    expect(list).toMatch(/>05<\/span>\s*<span[^>]*>dez<\/span>\s*<span[^>]*>2027</);
    expect(list).toContain("5 de dez. de 2027");
    expect(list).not.toContain("6 de dez. de 2027");
  }).toPass();
  const html = await (await visitor.get(`/eventos/lacambeche/${late.slug}`)).text();
  expect(html).toContain('"startDate":"2027-12-05T22:30:00-05:00"');
  expect(html).toContain('"availability":"https://schema.org/InStock"');
  const file = await (await visitor.get(`/eventos/lacambeche/${late.slug}/ics`)).text();
  expect(file).toContain("DTSTART;TZID=America/Rio_Branco:20271205T223000");
  expect(file).toContain("TZOFFSETTO:-0500");
  expect(file).toMatch(/DTSTAMP:\d{8}T\d{6}Z/);
  expect(file).toMatch(/SEQUENCE:[1-9]/);
});

test("a changed slug leads on for the page, the start, the form, the calendar file and other languages", async ({
  visitorAs,
  sql,
  late,
}) => {
  const visitor = await visitorAs(null);
  const editor = await visitorAs("editor");
  const moved = `noite-${ending(late)}`;
  await visitor.get(`/eventos/lacambeche/${late.slug}`);
  await sql`update public.events set slug = ${moved} where id = ${late.event}`;
  await editor.post("/api/revalidate", { data: { tags: ["events:AC", "redirects"] } });
  const addresses = [
    [`/eventos/lacambeche/${late.slug}`, `/eventos/lacambeche/${moved}`],
    [`/english/eventos/lacambeche/${late.slug}`, `/english/eventos/lacambeche/${moved}`],
    [`/eventos/${late.slug}/inscricao?via=abc`, `/eventos/${moved}/inscricao?via=abc`],
    [
      `/inscricao-publico?evento=${late.slug}&tipo=${late.type}`,
      `/inscricao-publico?evento=${moved}&tipo=${late.type}`,
    ],
    [`/eventos/lacambeche/${late.slug}/ics`, `/eventos/lacambeche/${moved}/ics`],
  ] as const;
  for (const [from, to] of addresses) {
    const open = () => visitor.get(from, { maxRedirects: 0 });
    await expect.poll(async () => (await open()).status(), { message: from }).toBe(308);
    const answer = await open();
    expect(new URL(answer.headers()["location"]!, "http://localhost").href, from).toBe(
      new URL(to, "http://localhost").href,
    );
    expect((await visitor.get(from, { maxRedirects: 5 })).status(), from).toBe(200);
  }
});

test("registration opens and closes on the cached page within 15 seconds", async ({ visitorAs, sql, late }) => {
  const visitor = await visitorAs(null);
  const path = `/eventos/lacambeche/${late.slug}`;
  const isOpen = async () => (await (await visitor.get(path)).text()).includes("/inscricao-publico?evento=");
  await sql`update public.event_registration_types set opens_at = now() + interval '8 seconds', closes_at = now() + interval '40 seconds'
    where id = ${late.type}`;
  await expect.poll(isOpen, { timeout: 5000 }).toBe(false);
  await expect(async () => expect(await renderedText(visitor, path)).toMatch(/abre em .*\d{2}:\d{2}/)).toPass();
  await expect.poll(isOpen, { timeout: 8000 + 15_000 }).toBe(true);
  const [row] = await sql<{ left: number }[]>`
    select extract(epoch from closes_at - now())::float8 as left from public.event_registration_types where id = ${late.type}`;
  await expect.poll(isOpen, { timeout: row!.left * 1000 + 15_000 }).toBe(false);
});

test.describe("a visitor's device in Lisbon", () => {
  test.use({ timezoneId: "Europe/Lisbon" });

  test("shows the panel's moments in the time of the event, names it and asks before the zone changes", async ({
    page,
    signIn,
    sql,
    late,
  }) => {
    await sql`update public.events set status = 'draft' where id = ${late.event}`;
    await sql`update public.event_registration_types set opens_at = '2027-12-01T05:00:00Z' where id = ${late.type}`;
    await signIn("editor");
    await page.goto(`/admin/events/${late.event}/edit`);
    const starts = page.locator("[data-field=starts_at]");
    await expect(starts.getByRole("textbox").or(starts.locator("input"))).toHaveValue("2027-12-05T22:30");
    await expect(starts).toContainText("UTC−5");
    await page.locator("[data-field=state_abbr] select").selectOption("SC");
    await expect(page.getByText("Confirmo a mudança de fuso")).toBeVisible();
    await expect(starts.locator("input")).toHaveValue("2027-12-05T22:30");
    await expect(page.getByRole("button", { name: "Salvar" })).toBeDisabled();
    await page.goto(`/admin/events/${late.event}/edit?aba=tipos`);
    await expect(page.locator("[data-field$=opens_at] input")).toHaveValue("2027-12-01T00:00");
  });

  test("shows which dates move before a new date is announced", async ({ page, signIn, sql, late }) => {
    await sql`update public.event_registration_types set name = 'Visitantes', opens_at = '2027-12-01T05:00:00Z' where id = ${late.type}`;
    await signIn("editor");
    await page.goto(`/admin/events/${late.event}/edit`);
    await page.getByText("Mudar a data", { exact: true }).first().click();
    await page.locator("input[name=startsAt]").fill("2027-11-25T22:30");
    await expect(
      page.getByText(/Visitantes, abertura: 1 de dez\. de 2027, 00:00 → 21 de nov\. de 2027, 00:00/),
    ).toBeVisible();
  });
});
