import { randomUUID } from "node:crypto";
import { gateStatus, next, openGate, otherDevice, read, readAs, result } from "../support/gate-page";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { expect } from "../support/test";

test.use({ expectedErrors: OFFLINE_ERRORS });

test("a family enters in parts, the second without a connection, and never more people than places", async ({
  page,
  context,
  gate,
}) => {
  const family = await gate.register("Família Souza", "confirmed", ["Bia Souza", "Caio Souza"]);
  await openGate(page, await gate.enrol("Portão da família"));
  const badge = await gate.badge(family);
  await read(page, badge);
  const party = page.getByRole("dialog", { name: "Família Souza" });
  await expect(party).toContainText("3 pessoas");
  await expect(party).toContainText("Caio Souza");
  await party.getByRole("button", { name: "2", exact: true }).click();
  await party.getByRole("button", { name: "Entram 2 de 3" }).click();
  await expect(result(page)).toHaveAttribute("data-result", "ok");
  await expect(result(page)).toContainText("Entram 2 de 3 pessoas");
  await page.getByRole("button", { name: "Próximo" }).click();
  await expect(page.getByText("2 de 3 pessoas entraram")).toBeVisible();
  await context.setOffline(true);
  await readAs(page, badge, "ok");
  await expect(page.getByText("3 de 3 pessoas entraram")).toBeVisible();
  await readAs(page, badge, "duplicate");
  await context.setOffline(false);
  await expect
    .poll(async () => (await gate.readings()).map(({ result: one }) => one))
    .toEqual(["ok", "ok", "duplicate"]);
});

test("a half price is marked as seen without a connection on two devices, and the first time is stored", async ({
  page,
  browser,
  gate,
  sql,
}) => {
  const ana = await gate.register("Ana Estudante");
  await sql`update public.event_registrations set half_price_category = 'student' where id = ${ana}`;
  const second = await otherDevice(browser);
  const devices = [
    [page, await gate.enrol("Portão da meia 1")],
    [second, await gate.enrol("Portão da meia 2")],
  ] as const;
  const before = Date.now();
  for (const [device, link] of devices) {
    await openGate(device, link);
    await device.context().setOffline(true);
    await read(device, await gate.badge(ana));
    await device.getByRole("button", { name: "Marcar como conferido" }).click();
    await expect(device.getByRole("button", { name: "Conferido" })).toHaveAttribute("aria-pressed", "true");
    await next(device);
    await expect(gateStatus(device, "2 leituras para enviar")).toBeVisible();
  }
  const between = await page.evaluate(() => Date.now());
  // The later mark arrives first.
  for (const [device] of devices.toReversed()) {
    await device.context().setOffline(false);
    await expect(gateStatus(device, "Todas as leituras enviadas")).toBeVisible();
  }
  const marks = await sql<{ at: Date }[]>`
    select scanned_at as at from public.event_checkins
    where registration_id = ${ana} and kind = 'proof_seen' order by scanned_at`;
  expect(marks).toHaveLength(2);
  const [row] = await sql<{ seen: Date }[]>`
    select half_price_checked_at as seen from public.event_registrations where id = ${ana}`;
  expect(row!.seen).toEqual(marks[0]!.at);
  expect(row!.seen.getTime()).toBeGreaterThan(before - 5000);
  expect(row!.seen.getTime()).toBeLessThan(between + 5000);
  await second.context().close();
});

test("people are found by companion, plate, code and the beginning of the mail address", async ({
  page,
  gate,
  sql,
}) => {
  const family = await gate.register("Família Lima", "confirmed", ["Duda Lima"]);
  await sql`
    insert into public.registration_vehicles (registration_id, position, make, model, year, plate)
    values (${family}, 1, 'Ford', 'Corcel', 1975, 'ABC-1D23')`;
  const [row] = await sql<{ code: string }[]>`
    update public.event_registrations set email = ${`rosa.${randomUUID()}@example.org`} where id = ${family} returning code`;
  await openGate(page, await gate.enrol("Portão da busca"));
  for (const typed of ["duda", "abc1d23", "ABC 1D23", row!.code, "rosa."]) {
    await page.getByLabel("Buscar por nome ou carro").fill(typed);
    await expect(page.getByText("Família Lima")).toBeVisible();
  }
  await expect(page.getByText("2 pessoas: Duda Lima")).toBeVisible();
});

test("a walk-in is asked for people, car and the person who approved it", async ({ page, gate, sql, signIn }) => {
  await sql`
    insert into public.event_registration_types (event_id, kind, name, price_cents, requires_approval, max_companions, position)
    values (${gate.eventId}, 'expositor', 'Expositor', 3000, true, 3, 9)`;
  await openGate(page, await gate.enrol("Portão dos expositores"));
  await page.getByText("Inscrever na hora").click();
  await page.getByLabel("Nome completo").fill("Eva Carro");
  await page.getByLabel("Tipo de inscrição").selectOption({ label: "Expositor · R$ 30,00" });
  await page.getByLabel("Quantas pessoas").fill("2");
  await page.getByLabel("Nomes dos acompanhantes").fill("Ivo Carro");
  await page.getByLabel("Marca").fill("Ford");
  await page.getByLabel("Modelo").fill("Corcel");
  await page.getByLabel("Ano").fill("1975");
  await page.getByLabel("Quem da organização aprovou").fill("Rosa Lima");
  await expect(page.getByText("A receber: R$ 30,00")).toBeVisible();
  await page.getByLabel("Dinheiro").check();
  await page.getByRole("button", { name: "Inscrever e liberar" }).click();
  await expect(result(page)).toContainText("Entram 2 de 2 pessoas");
  const [row] = await sql`
    select registration.places, entry.note from public.event_registrations as registration
    join public.registration_events as entry on entry.registration_id = registration.id and entry.note like 'approved_by:%'
    where registration.full_name = 'Eva Carro'`;
  expect(row).toEqual({ places: 2, note: "approved_by:Rosa Lima" });
  // The console of the gate counts the money of the device.
  await signIn("editor");
  await page.goto(`/admin/event-checkin?evento=${gate.eventId}`);
  const sales = page.getByRole("table", { name: "Recebido na portaria" });
  await expect(sales.getByRole("row", { name: /^Portão dos expositores Dinheiro 1 R\$\s30,00$/ })).toBeVisible();
});
