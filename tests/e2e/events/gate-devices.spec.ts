import {
  listIsGone,
  listIsShown,
  next,
  openGate,
  otherDevice,
  readAs,
  refresh,
  result,
  gateStatus,
  storedLists,
  waitUntilKept,
} from "../support/gate-page";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { expect } from "../support/test";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

const REFUSED = "Este acesso não vale mais";

test("a device revoked while offline sends what it read before, and nothing that it read afterwards", async ({
  page,
  gate,
  siteProxy,
  sql,
}) => {
  const [ana, caio] = [await gate.register("Ana Antes"), await gate.register("Caio Depois")];
  const link = await gate.enrol("Portão cancelado");
  await openGate(page, siteProxy.url + link);
  await siteProxy.stop();
  await readAs(page, await gate.badge(ana), "ok");
  await sql`update public.checkin_devices set revoked_at = now() where event_id = ${gate.eventId}`;
  await readAs(page, await gate.badge(caio), "ok");
  await siteProxy.restart();
  await refresh(page);
  await expect(page.getByText(REFUSED)).toBeVisible();
  await listIsGone(page);
  await expect(page.getByText("A lista do evento não está neste aparelho")).toHaveCount(0);
  expect(await storedLists(page)).toBe(0);
  expect(await gate.readings()).toEqual([{ result: "ok", is_offline: true, name: "Ana Antes" }]);
  await expect(gateStatus(page, "1 leitura para enviar")).toBeVisible();
});

test("the page of an ended link sends what the device still has and deletes its list", async ({
  page,
  context,
  gate,
  siteProxy,
  sql,
}) => {
  const ana = await gate.register("Ana Fechou");
  const link = await gate.enrol("Portão vencido");
  await openGate(page, siteProxy.url + link);
  await siteProxy.stop();
  await readAs(page, await gate.badge(ana), "ok");
  await expect(gateStatus(page, "1 leitura para enviar")).toBeVisible();
  await sql`update public.checkin_devices set created_at = now() - interval '1 day', expires_at = now() where event_id = ${gate.eventId}`;
  await page.close();
  await siteProxy.restart();
  const later = await context.newPage();
  expect((await later.goto(siteProxy.url + link))?.status()).toBe(404);
  await expect(gateStatus(later, "foram enviadas agora: 1")).toBeVisible();
  expect(await storedLists(later)).toBe(0);
  expect(await gate.readings()).toEqual([{ result: "ok", is_offline: true, name: "Ana Fechou" }]);
});

test("two tabs of one device without a connection admit a person once and send every reading", async ({
  page,
  context,
  gate,
  siteProxy,
}) => {
  const ana = await gate.register("Ana Abas");
  const link = siteProxy.url + (await gate.enrol("Portão de duas abas"));
  await openGate(page, link);
  const other = await context.newPage();
  await openGate(other, link);
  await siteProxy.stop();
  await readAs(page, await gate.badge(ana), "ok");
  await expect(gateStatus(other, "1 leitura para enviar")).toBeVisible();
  await readAs(other, await gate.badge(ana), "duplicate");
  await expect(gateStatus(page, "2 leituras para enviar")).toBeVisible();
  await siteProxy.restart();
  await Promise.all([refresh(page), refresh(other)]);
  for (const tab of [page, other]) await expect(gateStatus(tab, "Todas as leituras enviadas")).toBeVisible();
  expect(await gate.readings()).toEqual([
    { result: "ok", is_offline: true, name: "Ana Abas" },
    { result: "duplicate", is_offline: true, name: "Ana Abas" },
  ]);
});

test("a link opened on two devices loses no reading, reports the duplicate, and ends on both when it is revoked", async ({
  page,
  browser,
  gate,
  siteProxy,
  sql,
}) => {
  const ana = await gate.register("Ana Dois");
  const link = siteProxy.url + (await gate.enrol("Link repetido"));
  const second = await otherDevice(browser);
  for (const device of [page, second]) await openGate(device, link);
  await siteProxy.stop();
  for (const device of [page, second]) await readAs(device, await gate.badge(ana), "ok");
  // The server orders readings by their time: the first device sends first, so that its answer is final.
  await second.context().setOffline(true);
  await siteProxy.restart();
  await refresh(page);
  await expect(gateStatus(page, "Todas as leituras enviadas")).toBeVisible();
  // The readings are sent as soon as the device has a connection again.
  await second.context().setOffline(false);
  await expect(result(second)).toHaveAttribute("data-result", "duplicate");
  await expect(result(page)).toHaveCount(0);
  await next(second);
  for (const device of [page, second]) await expect(gateStatus(device, "Todas as leituras enviadas")).toBeVisible();
  expect(await gate.readings()).toEqual([
    { result: "ok", is_offline: true, name: "Ana Dois" },
    { result: "duplicate", is_offline: true, name: "Ana Dois" },
  ]);
  await sql`update public.checkin_devices set revoked_at = now() where event_id = ${gate.eventId}`;
  for (const device of [page, second]) {
    await refresh(device);
    await expect(device.getByText(REFUSED)).toBeVisible();
  }
  await second.context().close();
});

test("the list is deleted from the device after the event, with and without a connection", async ({
  page,
  browser,
  gate,
  siteProxy,
  sql,
}) => {
  await gate.register("Ana Fim");
  const link = siteProxy.url + (await gate.enrol("Portão do fim"));
  await openGate(page, link);
  await waitUntilKept(page);
  expect(await storedLists(page)).toBe(1);
  const offline = await otherDevice(browser);
  await openGate(offline, link);
  await siteProxy.stop();
  await offline.clock.setSystemTime(Date.now() + 3 * 86_400_000);
  await refresh(offline);
  await expect(offline.getByText("O evento terminou")).toBeVisible();
  await listIsGone(offline);
  expect(await storedLists(offline)).toBe(0);
  await offline.context().close();

  await listIsShown(page);
  await siteProxy.restart();
  await sql`update public.events set starts_at = now() - interval '2 days', ends_at = now() - interval '13 hours' where id = ${gate.eventId}`;
  for (const look of [refresh, () => page.reload()]) {
    await look(page);
    await expect(page.getByText("O evento terminou")).toBeVisible();
    await listIsGone(page);
    expect(await storedLists(page)).toBe(0);
  }
});
