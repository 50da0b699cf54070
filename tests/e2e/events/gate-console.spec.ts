import { chooseList, next, openGate, read, readAs, result, gateStatus } from "../support/gate-page";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { expect } from "../support/test";

test.use({ expectedErrors: OFFLINE_ERRORS });

test("a list with re-entry records exits, and the console shows who is inside", async ({ page, gate, signIn }) => {
  const [ana, bia] = [await gate.register("Ana Dentro"), await gate.register("Bia Saiu")];
  await gate.addReentryList("Pátio");
  await signIn("admin");
  await openGate(page, `/admin/event-checkin?evento=${gate.eventId}`);
  await chooseList(page, "Pátio");
  for (const person of [ana, bia]) await readAs(page, await gate.badge(person), "ok");
  await page.getByRole("radio", { name: "Saída" }).check();
  await read(page, await gate.badge(bia));
  await expect(page.getByRole("alertdialog", { name: "Saída registrada" })).toContainText("Bia Saiu");
  await next(page);
  await expect(page.getByText("2 de 2 pessoas entraram · 1 dentro agora")).toBeVisible();
  await page.reload();
  await page.getByText("Pátio · 1 pessoa (1 inscrição)").click();
  const inside = page.getByRole("table", { name: "Dentro agora" });
  await expect(inside.getByRole("row", { name: /Ana Dentro/ })).toBeVisible();
  await expect(inside.getByRole("row", { name: /Bia Saiu/ })).toHaveCount(0);
  await page.getByRole("radio", { name: "Entrada" }).check();
  await read(page, await gate.badge(bia));
  await expect(result(page)).toContainText("Reentrada");
});

test("an operator prints a badge from the console, which is no entry", async ({ page, context, gate, signIn }) => {
  await context.addInitScript(() => {
    window.print = () => void (document.documentElement.dataset.printed = "yes");
  });
  const ana = await gate.register("Ana Impressa");
  await signIn("editor");
  await openGate(page, `/admin/event-checkin?evento=${gate.eventId}`);
  for (const turn of [1, 2]) {
    await page.getByLabel("Buscar por nome ou carro").fill("ana impressa");
    const opening = context.waitForEvent("page");
    await page.getByRole("button", { name: "Imprimir crachá" }).click();
    const badge = await opening;
    await expect(badge.getByRole("heading", { name: "Crachá de Ana Impressa" })).toBeVisible();
    await expect(badge.locator("html")).toHaveAttribute("data-printed", "yes");
    await badge.close();
    await expect.poll(() => gate.count("print")).toBe(turn);
  }
  expect(await gate.count("entry")).toBe(0);
  await readAs(page, await gate.badge(ana), "ok");
  await page.reload();
  await expect(page.getByRole("row", { name: /crachá impresso.*Ana Impressa/ })).toHaveCount(2);
});

test("a volunteer's device prints no badge", async ({ page, gate }) => {
  const ana = await gate.register("Ana Voluntária");
  await openGate(page, await gate.enrol("Portão sem impressora"));
  await page.getByLabel("Buscar por nome ou carro").fill("ana");
  await expect(page.getByRole("button", { name: "Registrar" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Imprimir crachá" })).toHaveCount(0);
  expect((await page.request.get(`/eventos/inscricao/${ana}/cracha`)).status()).toBe(404);
});

test("the usage page shows readings by device, absences and other events, also as a file", async ({
  page,
  gate,
  otherGate,
  signIn,
  visitorAs,
}) => {
  const ana = await gate.register("Ana Portaria");
  await gate.register("Não Veio");
  await openGate(page, await gate.enrol("Portão das contas"));
  await read(page, await gate.badge(ana));
  await expect(result(page)).toHaveAttribute("data-result", "ok");
  await next(page);
  await expect(gateStatus(page, "Todas as leituras enviadas")).toBeVisible();
  await openGate(page, await otherGate.enrol("Portão do outro"));
  const caio = await otherGate.register("Caio Portaria");
  for (const expected of ["ok", "duplicate"]) await readAs(page, await otherGate.badge(caio), expected);
  await signIn("admin");
  await page.goto(`/admin/event-checkin/usage?evento=${gate.eventId}`);
  await expect(page.getByText("1 de 2").first()).toBeVisible();
  await expect(page.getByRole("cell", { name: "Portão das contas · aparelho" })).toBeVisible();
  const comparison = page.getByRole("table", { name: "Comparação de eventos" });
  await expect(comparison.getByRole("row", { name: new RegExp(`${gate.title}.*1 de 2.*50 %`) })).toBeVisible();
  await expect(
    comparison.getByRole("row", { name: new RegExp(`${otherGate.title}.*1 de 1.*0 %.*1 · 50 %`) }),
  ).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Baixar CSV" }).click();
  expect((await download).suggestedFilename()).toBe("checkin-usage.csv");
  const admin = await visitorAs("admin");
  const csv = await (await admin.get("/api/exports/checkin-usage")).text();
  expect(csv.split("\r\n").find((line) => line.startsWith(gate.title))).toMatch(/;2;1;1;1;.*;1;1;0;0;0;1;0$/);
  expect((await (await visitorAs("editor")).get("/api/exports/checkin-usage")).status()).toBe(403);
});
