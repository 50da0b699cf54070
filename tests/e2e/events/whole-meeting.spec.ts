import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { addDays } from "../../../lib/platform/dates";
import { countActions } from "../support/action-counter";
import { test } from "../support/event-life";
import { listIsShown, next, read, result } from "../support/gate-page";
import { openHydrated } from "../support/hydration";
import { JOB_MS } from "../support/job-wait";
import { mailsTo } from "../support/mailbox";
import { textOfQrCode } from "../support/qr-image";
import { expect, type Page } from "../support/test";
import {
  addLastYear,
  BY_FORM,
  CARS,
  emailOf,
  moveTo,
  plateOf,
  readOthers,
  registerCar,
  registerOthers,
  removeMeetings,
  TITLE,
  visitorEmail,
  VISITORS,
} from "../support/whole-meeting";

const consoleOf = (event: string, part = "") => `/painel/eventos/${event}${part}`;
const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`);
const tab = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();
const confirm = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "Confirmar" }).click();
/** Header, cars, visitors and the person of the gate. */
const FILE_ROWS = 1 + CARS + VISITORS + 1;

async function downloaded(page: Page, format: "CSV" | "XLSX"): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: `Exportar ${format}` }).click();
  return readFile(await (await download).path());
}

// A whole year of one meeting, in which the team of the portal only approves the event.
test("a meeting of 300 cars from last year's event to the certificates, by its organiser", async ({
  accountPage: page,
  account,
  sql,
  openAs,
}, info) => {
  test.slow();
  await openHydrated(page);
  const staff = await openAs("editor");
  const [organiser, team] = [await countActions(page), await countActions(staff)];
  try {
    const lastYear = await addLastYear(sql, account.id);
    await page.goto(consoleOf(lastYear));
    await organiser.task("copy last year's event", 2, async () => {
      await page.getByText("Duplicar evento").click();
      await page.getByRole("button", { name: "Criar cópia" }).click();
      await expect(page).toHaveURL(/\/painel\/eventos\/[0-9a-f-]{36}\/pagina/);
      await expect(page).not.toHaveURL(new RegExp(lastYear));
    });
    const event = /eventos\/([0-9a-f-]{36})\//.exec(page.url())![1]!;

    const checklist = page.getByRole("region", { name: /Antes de publicar/ });
    await organiser.task("change hours and prices, send for approval", 6, async () => {
      await page.getByRole("button", { name: /Datas e programação$/ }).click();
      const start = await field(page, "startDay").inputValue();
      await field(page, "endTime").fill("18:00");
      await page.getByRole("button", { name: /Inscrições$/ }).click();
      const stalls = page.getByRole("group", { name: /^3\. / });
      await stalls.getByText("Preços por data (lotes)").click();
      await field(page, "kinds.2.price_steps.0.price_cents").fill("110,00");
      await stalls.getByRole("button", { name: "Adicionar um preço" }).click();
      await field(page, "kinds.2.price_steps.1.starts_at").fill(`${addDays(start, -7)}T00:00`);
      await field(page, "kinds.2.price_steps.1.price_cents").fill("120,00");
      await page.getByRole("button", { name: "Salvar as alterações" }).click();
      await expect(checklist.getByText("Nada falta: o evento pode ser enviado.")).toBeVisible();
      await expect(page).toHaveURL(/etapa=kinds/);
      await checklist.getByRole("button", { name: "Enviar para aprovação" }).click();
      await expect(checklist.getByText("Em análise")).toBeVisible();
    });
    const [sent] = await sql<{ slug: string; prices: number[] }[]>`
      select slug, (select array_agg((step ->> 'price_cents')::int order by step ->> 'starts_at')
        from public.event_registration_types as type, jsonb_array_elements(type.price_steps) as step
        where type.event_id = events.id) as prices
      from public.events where id = ${event}`;
    expect(sent!.prices).toEqual([11_000, 12_000]);

    await staff.goto("/admin?fila=event");
    await team.task("approve the event (team of the portal)", 1, async () => {
      const card = staff.locator(`[data-inbox-item="${event}"]`);
      await card.getByRole("button", { name: "Publicar", exact: true }).click();
      await expect(card.getByText("Publicado")).toBeVisible();
    });

    const people: Page[] = [];
    await test.step("300 cars and 10 visitors register", async () => {
      for (const name of BY_FORM) {
        const person = await openAs(null);
        await registerCar(person, sent!.slug, name);
        people.push(person);
      }
      await registerOthers(sql, event);
    });

    await page.goto(consoleOf(event));
    await organiser.task("approve 300 cars at once", 6, async () => {
      await tab(page, "Inscrições");
      await page.locator('form[role=search] select[name="situacao"]').selectOption({ label: "Aguarda aprovação" });
      await page.getByRole("button", { name: "Filtrar", exact: true }).click();
      await expect(page.getByText(`${CARS} inscrições, ${CARS} vagas`)).toBeVisible();
      await page.getByRole("checkbox", { name: "Selecionar todas desta página" }).check();
      await page.getByRole("button", { name: `Selecionar todas as ${CARS} encontradas` }).click();
      await expect(page.getByText(`${CARS} selecionadas`)).toBeVisible();
      await page.getByRole("button", { name: "Aplicar às selecionadas" }).click();
      await confirm(page);
      await expect(page.getByText("Nenhuma inscrição com estes filtros.")).toBeVisible({ timeout: 120_000 });
    });
    const [approved] = await sql<{ count: number }[]>`
      select count(*)::int from public.event_registrations where event_id = ${event} and status = 'confirmed'`;
    expect(approved!.count).toBe(CARS + VISITORS);

    await organiser.task("find a car by its plate", 2, async () => {
      await tab(page, "Inscrições");
      await expect(page.getByText(`${CARS + VISITORS} inscrições, ${CARS + VISITORS} vagas`)).toBeVisible();
      await page.getByLabel(/^Nome, placa/).fill(plateOf(42).toLowerCase());
      await page.getByLabel(/^Nome, placa/).press("Enter");
      await expect(page.getByText("1 inscrição, 1 vaga")).toBeVisible();
      await expect(page.getByRole("link", { name: "Pessoa 42" })).toBeVisible();
    });

    const subject = `Estacionamento dos visitantes ${event.slice(0, 8)}`;
    await organiser.task("write to the visitors only", 4, async () => {
      await tab(page, "Mensagens");
      const preview = page.getByRole("button", { name: "Ver prévia e contar pessoas" });
      await expect(preview).toBeEnabled();
      await page.getByLabel("Assunto").fill(subject);
      await page.getByRole("textbox", { name: /^Texto/ }).fill("Olá, {nome}! Entre pelo portão 2.");
      await page.locator('main select[name="tipo"]').selectOption({ label: "Visitante" });
      await preview.click();
      await expect(page.getByText(`${VISITORS} pessoas recebem.`)).toBeVisible();
      await page.getByRole("button", { name: `Enviar para ${VISITORS} pessoas` }).click();
      await confirm(page);
      const stored = async () =>
        (await sql`select 1 from public.event_messages where event_id = ${event} and subject = ${subject}`).length;
      await expect.poll(stored).toBe(1);
    });

    // The day of the meeting.
    await moveTo(sql, event, 1, -8);
    await page.goto(consoleOf(event));
    await tab(page, "Portaria");
    await page.getByRole("link", { name: "Abrir a tela de leitura" }).click();
    await listIsShown(page);
    await test.step("a badge is read with a reader", async () => {
      const [ana] = people as [Page];
      await ana.reload();
      await ana.getByRole("link", { name: "Abrir o crachá" }).click();
      await read(page, await textOfQrCode(ana.getByAltText("QR code da entrada")));
      await expect(result(page)).toHaveAttribute("data-result", "ok");
      await expect(result(page)).toContainText(BY_FORM[0]);
      await next(page);
    });
    for (const name of BY_FORM.slice(1)) {
      await organiser.task(`let ${name} in without a badge`, 2, async () => {
        await page.getByLabel("Buscar por nome ou carro").fill(name);
        await page.getByRole("button", { name: "Registrar", exact: true }).click();
        await expect(result(page)).toHaveAttribute("data-result", "ok");
        await next(page);
      });
    }
    await readOthers(sql, event);
    await organiser.task("register two people at the gate", 3, async () => {
      await page.getByText("Inscrever na hora").click();
      await page.getByLabel("Nome completo").fill("Eva da Hora");
      await page.getByLabel("Tipo de inscrição").selectOption({ label: "Visitante · grátis" });
      await page.getByLabel("Quantas pessoas").fill("2");
      await page.getByRole("button", { name: "Inscrever e liberar" }).click();
      await expect(result(page)).toContainText("Entram 2 de 2 pessoas");
      await next(page);
    });

    await page.goto(consoleOf(event, "/portaria"));
    await organiser.task("read the figures", 1, async () => {
      await tab(page, "Visão geral");
      await expect(page.getByText(`${CARS + 2} pessoas entraram.`)).toBeVisible();
    });
    await organiser.task("export every registration as CSV", 2, async () => {
      await tab(page, "Inscrições");
      const text = (await downloaded(page, "CSV")).toString("utf8");
      expect(text.trimEnd().split("\r\n")).toHaveLength(FILE_ROWS);
      expect(text).toContain("Eva da Hora");
    });
    await organiser.task("export the same list as XLSX", 1, async () => {
      const files = unzipSync(new Uint8Array(await downloaded(page, "XLSX")));
      const sheet = strFromU8(files["xl/worksheets/sheet1.xml"]!);
      expect(sheet.match(/<row /g)).toHaveLength(FILE_ROWS);
      expect(sheet).toContain(BY_FORM[2]);
    });

    // The evening afterwards.
    await moveTo(sql, event, 10, 2);
    await page.goto(consoleOf(event));
    await organiser.task("thank everybody who came, with a certificate", 5, async () => {
      await tab(page, "Mensagens");
      await page.getByRole("link", { name: "Automáticas" }).click();
      const thanks = page.locator("section").filter({ has: page.getByRole("heading", { name: "Agradecimento" }) });
      await expect(thanks.getByRole("button", { name: "Guardar", exact: true })).toBeEnabled();
      await thanks.getByRole("checkbox", { name: "Enviar este e-mail" }).check();
      await thanks.getByLabel("Horas depois do fim").fill("1");
      await thanks.getByRole("button", { name: "Guardar", exact: true }).click();
      await confirm(page);
      await expect(thanks.getByText("Ligada", { exact: true })).toBeVisible();
    });
    await test.step("everybody who came has a certificate, and a person opens it from the thank-you", async () => {
      const issued = async () =>
        (await sql`select 1 from public.certificates where event_id = ${event} and revoked_at is null`).length;
      await expect.poll(issued, { timeout: JOB_MS }).toBe(CARS + 1);
      const thanked = async () =>
        (await mailsTo(emailOf(BY_FORM[0]))).find(({ subject: line }) => line.includes("Obrigado por ter vindo"))
          ?.link ?? "";
      await expect.poll(thanked, { timeout: JOB_MS }).toContain("/eventos/certificado/");
      const [ana] = people as [Page];
      await ana.goto(new URL(await thanked()).pathname);
      await expect(ana.getByRole("heading", { name: "Certificado válido" })).toBeVisible();
      await expect(ana.getByText(BY_FORM[0])).toBeVisible();
      await expect(ana.getByText(TITLE)).toBeVisible();
    });
    const subjects = async () => (await mailsTo(visitorEmail(VISITORS))).map((mail) => mail.subject);
    await expect.poll(subjects, { timeout: JOB_MS }).toContain(subject);
    expect((await mailsTo(emailOf(BY_FORM[0]))).map((mail) => mail.subject)).not.toContain(subject);

    expect(team.done, "what the team of the portal did").toEqual({ clicks: 1, enters: 0, fields: 0 });
    const body = `${organiser.text()}\n\n${team.text()}`;
    console.log(body);
    await info.attach("clicks", { body });
  } finally {
    await removeMeetings(sql);
  }
});
