import type { Sql } from "postgres";
import { addEntrant, addMeeting, type Meeting } from "../../database/events/certificate-rows";
import { pdfPages } from "../../support/pdf-pages";
import { toast } from "../support/page";
import { expect, test, type Page } from "../support/test";
import { JOB_MS } from "../support/job-wait";

const SLUG = "encontro-dos-certificados";
const NAMES = ["Ana Souza", "Bento Lima", "Łucja Prado"];
const MODEL = "Modelo do encontro";

test.describe.configure({ mode: "serial" });

let meeting: Meeting;

async function remove(sql: Sql): Promise<void> {
  const events = sql`(select id from public.events where slug = ${SLUG})`;
  await sql`delete from public.certificates where event_id in ${events}`;
  await sql`delete from public.event_registrations where event_id in ${events}`;
  await sql`delete from public.events where slug = ${SLUG}`;
  await sql`delete from public.certificate_templates where name = ${MODEL}`;
}

test.beforeAll(async ({ sql }) => {
  await remove(sql);
  meeting = await addMeeting(sql, { slug: SLUG, votes: null });
  for (const name of NAMES) await addEntrant(sql, meeting, { name, user: null });
  const absent = await addEntrant(sql, meeting, { name: "Quem Faltou", user: null });
  await sql`delete from public.event_checkins where registration_id = ${absent.registration}`;
});
test.afterAll(({ sql }) => remove(sql));

async function openIssue(page: Page): Promise<void> {
  await page.goto(`/admin/certificates?evento=${meeting.event}`);
  await page.getByRole("combobox", { name: "Modelo" }).selectOption({ label: MODEL });
  await page.getByRole("button", { name: "Mostrar", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Quem entrou" })).toBeVisible();
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("a model is changed on the page itself and tested with the longest name", async ({ page, signIn, sql }) => {
  await signIn("admin");
  await page.goto("/admin/certificate-templates?modelo=novo");
  await page.getByLabel("Nome do modelo").fill(MODEL);
  const name = page.getByRole("button", { name: /^Nome da pessoa/ });
  const sizeOf = () => name.evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize));
  const short = await sizeOf();
  await page.getByLabel("Mostrar com nome muito longo").check();
  await expect(name).toContainText("Vasconcellos Neta");
  expect(await sizeOf()).toBeLessThan(short);
  // The whole name is on one line of the page.
  const [lines, sheet] = await name.evaluate((field) => {
    const page = field.closest("[data-sheet]")!.getBoundingClientRect();
    const box = field.getBoundingClientRect();
    const height = Number.parseFloat(getComputedStyle(field).lineHeight);
    return [Math.round(box.height / height), box.left >= page.left && box.right <= page.right] as const;
  });
  expect([lines, sheet]).toEqual([1, true]);

  const top = page.getByLabel("Topo (%)");
  await name.click();
  const before = Number(await top.inputValue());
  await name.press("ArrowDown");
  await name.press("Shift+ArrowDown");
  expect(Number(await top.inputValue())).toBe(before + 5.5);
  const box = (await name.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 40, { steps: 4 });
  await page.mouse.up();
  expect(Number(await top.inputValue())).toBeLessThan(before + 5.5);
  await page.getByLabel("Adicionar campo").selectOption("hours");
  await page.getByRole("button", { name: "Salvar modelo" }).click();
  await expect(page.getByRole("link", { name: `Editar ${MODEL}` })).toBeVisible();
  const [saved] = await sql<{ kinds: string[] }[]>`
    select array(select jsonb_array_elements(fields) ->> 'kind') as kinds from public.certificate_templates where name = ${MODEL}`;
  expect(saved!.kinds).toContain("hours");
});

test("those who entered get certificates, and one PDF has a page for each of them", async ({ page, signIn, sql }) => {
  await signIn("admin");
  await openIssue(page);
  await expect(page.getByText("Quem Faltou")).toHaveCount(0);
  await expect(page.getByText("3 pessoas escolhidas")).toBeVisible();
  await page.getByLabel("Carga horária (opcional)").fill("8");
  await page.getByRole("button", { name: "Emitir certificados" }).click();
  await expect(page.getByText("3 de 3 pessoas, 3 novos certificados")).toBeVisible({ timeout: JOB_MS });
  for (const name of NAMES) await expect(rowOf(page, name)).toBeVisible();

  await page.getByRole("button", { name: "Gerar PDF" }).click();
  await expect(page.getByText("PDF com 3 páginas na fila.")).toBeVisible();
  const link = page.getByRole("link", { name: "Abrir PDF (3 páginas)" });
  await expect(link).toBeVisible({ timeout: JOB_MS });
  const answer = await page.request.get((await link.getAttribute("href"))!);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  expect(answer.headers()["cache-control"]).toBe("private, no-store");
  const pages = await pdfPages(await answer.body());
  expect(pages.map(({ width }) => width)).toEqual([297, 297, 297]);
  const codes = await sql<{ code: string; full_name: string }[]>`
    select code, full_name from public.certificates where event_id = ${meeting.event}`;
  for (const { code, full_name } of codes)
    expect(pages.filter(({ text }) => text.includes(full_name) && text.includes(code))).toHaveLength(1);
  const one = await page.request.get(
    (await rowOf(page, NAMES[0]!).getByRole("link", { name: "PDF" }).getAttribute("href"))!,
  );
  expect(await pdfPages(await one.body())).toHaveLength(1);
});

test("the WhatsApp link has the message of the specification", async ({ page, signIn, sql }) => {
  await signIn("admin");
  await openIssue(page);
  const [row] = await sql<{ code: string }[]>`
    select code from public.certificates where event_id = ${meeting.event} and full_name = ${NAMES[0]!}`;
  const href = await rowOf(page, NAMES[0]!).getByRole("link", { name: "WhatsApp" }).getAttribute("href");
  const address = new URL(href!);
  expect(address.origin + address.pathname).toBe("https://wa.me/5548999990000");
  const site = new URL(page.url()).origin;
  expect(address.searchParams.get("text")).toBe(
    `Olá, Ana Souza! O seu certificado de participação em Encontro de Teste está pronto: ${site}/eventos/certificado/${row!.code}\n\nUm abraço da equipe LACAMBECHE`,
  );
});

test("a revoked certificate is refused in public and a new one has another code", async ({ page, signIn, sql }) => {
  const validOf = async () =>
    (
      await sql<{ code: string }[]>`
        select code from public.certificates where event_id = ${meeting.event} and full_name = ${NAMES[1]!} and revoked_at is null`
    )[0]?.code;
  const former = (await validOf())!;
  await signIn("admin");
  await openIssue(page);
  const row = rowOf(page, NAMES[1]!);

  await test.step("the dialog is used with the keyboard alone", async () => {
    const revoke = row.getByRole("button", { name: "Revogar" });
    // Disabled until the page of the submitted form is hydrated: a disabled button takes no focus.
    await expect(revoke).toBeEnabled();
    await revoke.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: `Revogar o certificado de ${NAMES[1]}` });
    await expect(dialog).toBeVisible();
    await expect(dialog).toHaveAccessibleDescription(/não pode ser desfeito/);
    await expect(dialog.getByLabel(/^Motivo/)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(revoke).toBeFocused();
    expect(await validOf()).toBe(former);
    await page.keyboard.press("Enter");
    await page.keyboard.type("Nome escrito errado");
    await dialog.getByRole("button", { name: "Revogar" }).press("Enter");
    await expect(toast(page, "Certificado revogado")).toBeVisible();
  });
  await expect(row).toContainText("Revogado: Nome escrito errado");
  expect(await validOf()).toBeUndefined();
  await page.goto(`/eventos/certificado/${former}`);
  await expect(page.getByRole("heading", { name: "Certificado revogado" })).toBeVisible();
  await expect(page.getByText("Nome escrito errado")).toHaveCount(0);
  expect((await page.request.get(`/eventos/certificado/${former}/pdf`)).status()).toBe(404);

  await openIssue(page);
  await row.getByRole("button", { name: "Emitir de novo" }).click();
  await page
    .getByRole("dialog")
    .getByLabel(/^Motivo/)
    .fill("Nome corrigido");
  await page.getByRole("dialog").getByRole("button", { name: "Emitir de novo" }).click();
  await expect(toast(page, "Novo certificado emitido")).toBeVisible();
  const code = (await validOf())!;
  expect(code).not.toBe(former);
  await page.goto(`/eventos/certificado/${code}`);
  await expect(page.getByRole("heading", { name: "Certificado válido" })).toBeVisible();
  await expect(page.getByText(NAMES[1]!)).toBeVisible();
});

test("the wrong role is refused", async ({ visitorAs, sql }) => {
  const [batch] = await sql<{ id: string }[]>`select id from public.print_batches where event_id = ${meeting.event}`;
  for (const role of ["user", "editor"] as const) {
    const visitor = await visitorAs(role);
    for (const path of ["/admin/certificates", "/admin/certificate-templates"])
      expect((await visitor.get(path, { maxRedirects: 0 })).status()).toBe(307);
    expect((await visitor.get(`/api/print-batches/${batch!.id}`)).status()).toBe(role === "user" ? 403 : 404);
  }
  expect((await (await visitorAs(null)).get(`/api/print-batches/${batch!.id}`)).status()).toBe(401);
});
