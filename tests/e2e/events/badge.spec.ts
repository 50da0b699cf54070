import { addEntrant, addMeeting } from "../../database/events/certificate-rows";
import { addRegistrationLink, makeKind, register, removeKind } from "../../database/events/registration-support";
import { pdfPages } from "../../support/pdf-pages";
import { expect, test } from "../support/test";
import { JOB_MS } from "../support/job-wait";

const LONG_NAME = "Maria Aparecida Fernandes de Albuquerque Cavalcanti e Vasconcellos Neta";

test("every size of the badge prints on one page of exactly that size, a dash card for each car", async ({
  page,
  sql,
}) => {
  const meeting = await addMeeting(sql, { slug: "encontro-dos-crachas", votes: null });
  try {
    const { registration: id } = await addEntrant(sql, meeting, { name: LONG_NAME, user: null });
    await sql`update public.event_registrations set club = 'Clube do Automóvel Antigo de Santa Catarina' where id = ${id}`;
    await sql`
      insert into public.registration_vehicles (registration_id, position, make, model, year, story)
      values (${id}, 2, 'Volkswagen', 'Karmann-Ghia TC', 1974, 'Restaurado em família durante quatro anos, com o motor original.')`;
    const path = `/eventos/inscricao/${await addRegistrationLink(sql, "badge", id)}/cracha`;
    for (const [size, width, height, count] of [
      ["a6", 105, 148, 1],
      ["card", 100, 70, 1],
      ["label", 90, 29, 1],
      ["dash-a5", 210, 148, 2],
      ["dash-a4", 297, 210, 2],
    ] as const) {
      await page.goto(`${path}?tamanho=${size}`);
      const pages = await pdfPages(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
      expect(pages, size).toHaveLength(count);
      for (const printed of pages) {
        expect(Math.abs(printed.width - width), size).toBeLessThan(0.5);
        expect(Math.abs(printed.height - height), size).toBeLessThan(0.5);
        expect(printed.text.replaceAll(" ", ""), size).toContain("VasconcellosNeta");
        expect(printed.text, size).not.toContain("Imprimir");
      }
      // Nothing of the sheet is cut off.
      const cut = await page
        .locator("[data-badge]")
        .evaluateAll(
          (sheets) =>
            sheets.filter(
              (sheet) => sheet.scrollHeight > sheet.clientHeight + 1 || sheet.scrollWidth > sheet.clientWidth + 1,
            ).length,
        );
      expect(cut, size).toBe(0);
    }
  } finally {
    await removeKind(sql, meeting);
  }
});

test("the card for the windscreen has code, car and kind on one A5 page for each car, and no name", async ({
  page,
  signIn,
  sql,
}) => {
  const meeting = await addMeeting(sql, { slug: "encontro-dos-para-brisas", votes: null });
  try {
    const { registration: id, code } = await addEntrant(sql, meeting, { name: LONG_NAME, user: null });
    await sql`
      insert into public.registration_vehicles (registration_id, position, make, model, year)
      values (${id}, 2, 'Volkswagen', 'Karmann-Ghia TC', 1974)`;
    await page.goto(`/eventos/inscricao/${await addRegistrationLink(sql, "badge", id)}/cracha`);
    await page.getByRole("link", { name: "Para-brisa A5" }).click();
    const sheets = page.locator('[data-badge="windscreen"]');
    await expect(sheets).toHaveCount(2);
    await expect(sheets.first().getByRole("heading", { name: code })).toBeVisible();
    await expect(sheets.first().getByRole("img", { name: "QR code da entrada" })).toBeVisible();
    const isCut = (sheet: Element) =>
      sheet.scrollHeight > sheet.clientHeight + 1 || sheet.scrollWidth > sheet.clientWidth + 1;
    for (const sheet of await sheets.all()) expect(await sheet.evaluate(isCut)).toBe(false);
    const printed = await pdfPages(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    expect(printed.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [210, 148],
      [210, 148],
    ]);
    for (const [index, car] of ["Volkswagen Fusca 1968", "Volkswagen Karmann-Ghia TC 1974"].entries()) {
      expect(printed[index]!.text).toContain(code);
      expect(printed[index]!.text).toContain(car);
      expect(printed[index]!.text).not.toContain("Cavalcanti");
    }
    // The list of registrations prints them for everybody.
    await signIn("editor");
    await page.goto(`/admin/events/${meeting.event}/registrations#crachas`);
    const section = page.locator("#crachas");
    await section.getByLabel("Tamanho").selectOption("windscreen");
    await section.getByRole("button", { name: "Gerar PDF" }).click();
    const link = section.getByRole("link", { name: "Abrir PDF (2 páginas)" });
    await expect(link).toBeVisible({ timeout: JOB_MS });
    const pages = await pdfPages(await (await page.request.get((await link.getAttribute("href"))!)).body());
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [210, 148],
      [210, 148],
    ]);
    expect(pages[1]!.text).toContain(code);
    expect(pages[1]!.text).toContain("Karmann-Ghia TC 1974");
  } finally {
    await removeKind(sql, meeting);
  }
});

test("an editor prints the badges of one kind, and a print is no entry", async ({ page, signIn, sql, visitorAs }) => {
  const kind = await makeKind(sql);
  try {
    for (const name of ["Ana Souza", "Bento Lima"]) await register(sql, kind.type, { full_name: name });
    await signIn("editor");
    await page.goto(`/admin/events/${kind.event}/registrations#crachas`);
    const section = page.locator("#crachas");
    await section.getByLabel("Tamanho").selectOption("label");
    await section.getByLabel("Tipo").selectOption(kind.type);
    await section.getByRole("button", { name: "Gerar PDF" }).click();
    await expect(section.getByText("PDF com 2 páginas na fila.")).toBeVisible();
    const link = section.getByRole("link", { name: "Abrir PDF (2 páginas)" });
    await expect(link).toBeVisible({ timeout: JOB_MS });
    const href = (await link.getAttribute("href"))!;
    const pages = await pdfPages(await (await page.request.get(href)).body());
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [90, 29],
      [90, 29],
    ]);
    expect(pages.map(({ text }) => text.slice(0, 9))).toEqual(["Ana Souza", "Bento Lim"]);
    expect((await (await visitorAs("user")).get(href)).status()).toBe(403);
    const entries = await sql`
      select 1 from public.event_checkins join public.event_registrations on event_registrations.id = registration_id where event_id = ${kind.event}`;
    expect(entries).toHaveLength(0);
  } finally {
    await removeKind(sql, kind);
  }
});

test("a file that could not be made is shown with its reason, made at the second try, and expires", async ({
  page,
  signIn,
  sql,
}) => {
  const kind = await makeKind(sql);
  try {
    const { id } = await register(sql, kind.type);
    const [batch] = await sql<{ id: string }[]>`
      insert into public.print_batches (kind, event_id, size, items, failed_at, failure)
      values ('badges', ${kind.event}, 'card', ${[id]}, now(), 'storage: closed') returning id`;
    await signIn("editor");
    await page.goto(`/admin/events/${kind.event}/registrations`);
    const section = page.locator("#crachas");
    await expect(section.getByText("Não foi possível gerar este PDF.")).toBeVisible();
    await expect(section.getByText("storage: closed")).toBeVisible();
    await section.getByRole("button", { name: "Tentar de novo" }).click();
    const link = section.getByRole("link", { name: "Abrir PDF (1 página)" });
    await expect(link).toHaveAttribute("href", `/api/print-batches/${batch!.id}`, { timeout: JOB_MS });
    expect((await page.request.get(`/api/print-batches/${batch!.id}`)).status()).toBe(200);
    await sql`update public.print_batches set created_at = now() - interval '7 days' where id = ${batch!.id}`;
    expect((await page.request.get(`/api/print-batches/${batch!.id}`)).status()).toBe(404);
  } finally {
    await removeKind(sql, kind);
  }
});
