import { openSession, demoAccount } from "../support/accounts";
import { next, openGate, read, readAs, refresh, result, gateStatus, waitUntilKept } from "../support/gate-page";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { expect } from "../support/test";
import { answerQuestions } from "../support/questions";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

test("a volunteer's device reads badges with the network cut, after a reload, and sends them when it is back", async ({
  page,
  gate,
  otherGate,
  siteProxy,
}) => {
  const [ana, caio] = [await gate.register("Ana Portaria"), await gate.register("Caio Portaria")];
  const cancelled = await gate.register("Desistiu Portaria", "cancelled");
  await openGate(page, siteProxy.url + (await gate.enrol("Portão de teste")));
  await waitUntilKept(page);

  await read(page, await gate.badge(ana));
  await expect(result(page)).toHaveAttribute("data-result", "ok");
  await expect(result(page)).toContainText("Ana Portaria");
  await next(page);
  await read(page, await gate.badge(ana));
  await expect(result(page)).toHaveAttribute("data-result", "duplicate");
  await expect(result(page)).toContainText("Portão de teste");
  await next(page);

  await siteProxy.stop();
  await page.reload();
  await expect(page.getByLabel("Buscar por nome ou carro")).toBeVisible();
  await read(page, await gate.badge(caio));
  await expect(result(page)).toHaveAttribute("data-result", "ok");
  await next(page);
  await read(page, await gate.badge(caio));
  await expect(result(page)).toHaveAttribute("data-result", "duplicate");
  await expect(result(page)).toContainText("Sem internet: decidido por este aparelho.");
  await next(page);
  await expect(gateStatus(page, "2 leituras para enviar")).toBeVisible();
  const valid = await gate.badge(ana);
  await readAs(page, await gate.forgedBadge(caio), "unknown");
  await readAs(page, valid.slice(0, 80) + (valid[80] === "A" ? "B" : "A") + valid.slice(81), "unknown");
  await readAs(page, await otherGate.badge(await otherGate.register("Outra Portaria")), "wrong_event");
  await readAs(page, await gate.badge(ana, { badgeVersion: 2 }), "revoked_badge");
  await readAs(page, await gate.badge(cancelled), "not_approved");
  await expect(gateStatus(page, "7 leituras para enviar")).toBeVisible();
  await page.reload();
  await expect(gateStatus(page, "7 leituras para enviar")).toBeVisible();

  await siteProxy.restart();
  await refresh(page);
  await expect(gateStatus(page, "Todas as leituras enviadas")).toBeVisible();
  expect(await gate.readings()).toEqual([
    { result: "ok", is_offline: false, name: "Ana Portaria" },
    { result: "duplicate", is_offline: false, name: "Ana Portaria" },
    { result: "ok", is_offline: true, name: "Caio Portaria" },
    { result: "duplicate", is_offline: true, name: "Caio Portaria" },
    { result: "unknown", is_offline: true, name: null },
    { result: "unknown", is_offline: true, name: null },
    { result: "wrong_event", is_offline: true, name: null },
    { result: "revoked_badge", is_offline: true, name: "Ana Portaria" },
    { result: "not_approved", is_offline: true, name: "Desistiu Portaria" },
  ]);
});

test("an operator is warned of an open payment, admits the person, and undoes the entry", async ({
  page,
  gate,
  signIn,
}) => {
  const bento = await gate.register("Bento Portaria", "awaiting_payment");
  await signIn("admin");
  await openGate(page, `/eventos/checkin-externo#${gate.eventId}`);
  await read(page, await gate.badge(bento));
  await expect(result(page)).toHaveAttribute("data-result", "unpaid");
  await page.getByRole("button", { name: "Liberar mesmo assim" }).click();
  await expect(result(page)).toHaveAttribute("data-result", "ok");
  // The result closes by itself; the entry can be undone afterwards too.
  await expect(result(page)).toBeHidden();
  await page.getByRole("button", { name: "Desfazer a entrada de Bento Portaria" }).click();
  await expect(gateStatus(page, "Entrada desfeita")).toBeVisible();
  await page.getByLabel("Buscar por nome ou carro").fill("bento");
  await page.getByRole("button", { name: "Registrar" }).click();
  await expect(result(page)).toHaveAttribute("data-result", "unpaid");
});

test("readings stay on the device while the session is expired and are sent after the next sign-in", async ({
  page,
  context,
  gate,
  signIn,
  baseURL,
}) => {
  const dora = await gate.register("Dora Portaria");
  await signIn("admin");
  await openGate(page, `/eventos/checkin-externo#${gate.eventId}`);
  await context.clearCookies();
  await read(page, await gate.badge(dora));
  await expect(result(page)).toHaveAttribute("data-result", "ok");
  await next(page);
  await expect(gateStatus(page, "1 leitura para enviar")).toBeVisible();
  await expect(page.getByText("Sua sessão terminou")).toBeVisible();
  const { cookies } = await openSession(demoAccount("admin"));
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: baseURL })));
  await refresh(page);
  await expect(gateStatus(page, "Todas as leituras enviadas")).toBeVisible();
  expect(await gate.readings()).toMatchObject([{ result: "ok", name: "Dora Portaria" }]);
});

test("a person without a registration is registered at the gate", async ({ page, gate }) => {
  await openGate(page, await gate.enrol("Portão de inscrição"));
  await page.getByText("Inscrever na hora").click();
  await page.getByLabel("Nome completo").fill("Eva Chegou");
  await page.getByRole("button", { name: "Inscrever e liberar" }).click();
  await expect(result(page)).toHaveAttribute("data-result", "ok");
  await expect(result(page)).toContainText("Eva Chegou");
  expect(await gate.readings()).toMatchObject([{ result: "ok", name: "Eva Chegou" }]);
});

test("an administrator enrols a device whose link opens the gate until it is revoked", async ({
  page,
  browser,
  gate,
  signIn,
  baseURL,
}) => {
  await signIn("admin");
  await page.goto(`/admin/event-checkin?evento=${gate.eventId}`);
  await page.getByLabel("Nome do aparelho").fill("Celular da Joana");
  await page.getByRole("button", { name: "Criar link" }).click();
  const link = await page.locator("code").innerText();
  expect(new URL(link).pathname).toMatch(/^\/eventos\/portaria\/[\w-]{43}$/);
  const volunteer = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await openGate(volunteer, new URL(link).pathname);
  await expect(volunteer.getByText("Celular da Joana")).toBeVisible();
  await answerQuestions(page);
  await page.getByRole("button", { name: "Cancelar" }).click();
  await expect(page.getByText("Celular da Joana · cancelado")).toBeVisible();
  await volunteer.getByRole("button", { name: "Atualizar a lista" }).click();
  await expect(volunteer.getByText("Este acesso não vale mais")).toBeVisible();
  await expect(volunteer.getByLabel("Buscar por nome ou carro")).toHaveCount(0);
  expect((await volunteer.goto(new URL(link).pathname))?.status()).toBe(404);
  await volunteer.context().close();
});
