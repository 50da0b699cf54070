import type { Browser, Page, PlaywrightTestOptions } from "@playwright/test";
import { newDevice } from "../../support/push-double";
import { demoAccount, openSession } from "../support/accounts";
import { WHOLE_CHROMIUM } from "../support/browser";
import { workerIsActive } from "../support/page";
import { expect, test } from "../support/test";
import { variable } from "../support/variable";
import { answerQuestions } from "../support/questions";

test.use({ ...WHOLE_CHROMIUM, serviceWorkers: "allow", permissions: ["notifications"] });

type Given = { endpoint: string; p256dh: string; auth: string };

/** Replaces the browser's push service, which is unreachable here, with a subscription of the push double. */
async function stubPushService(page: Page, { endpoint, p256dh, auth }: Given): Promise<void> {
  await page.addInitScript(
    (given) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer;
      const subscription = () => ({
        endpoint: given.endpoint,
        options: { applicationServerKey: bytes(localStorage.getItem("subscribed") ?? "") },
        getKey: (name: "p256dh" | "auth") => bytes(given[name]),
        unsubscribe: () => Promise.resolve(localStorage.removeItem("subscribed")),
      });
      Object.assign(PushManager.prototype, {
        getSubscription: () => Promise.resolve(localStorage.getItem("subscribed") ? subscription() : null),
        subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
          localStorage.setItem("subscribed", applicationServerKey);
          return Promise.resolve(subscription());
        },
      });
    },
    { endpoint, p256dh, auth },
  );
}

const deviceSwitch = (page: Page) => page.locator("[data-slot=push-switch]");
const box = (page: Page) => page.getByRole("checkbox", { name: "Receber avisos neste aparelho" });

/** Sends a message to the real service worker, as the push service would; Chromium does not report whether it arrived. */
async function deliver(page: Page, data: string): Promise<void> {
  await workerIsActive(page);
  const cdp = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    cdp.on(
      "ServiceWorker.workerRegistrationUpdated",
      ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
    );
  });
  await cdp.send("ServiceWorker.enable");
  await cdp.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await found,
    data,
  });
  await cdp.detach();
}

type Notice = { title: string; body: string; tag: string; link: string };
const shownBy = (page: Page) =>
  page.evaluate(async (): Promise<Notice[]> => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      link: (data as { link: string }).link,
    }));
  });

/** Delivers a message until the service worker shows this notification: a message sent while the worker stops is lost. */
async function deliverUntilShown(page: Page, data: string, expected: Notice): Promise<void> {
  await expect(async () => {
    await deliver(page, data);
    await expect.poll(() => shownBy(page), { timeout: 5000 }).toContainEqual(expected);
  }).toPass();
}

type Desk = Pick<PlaywrightTestOptions, "baseURL" | "extraHTTPHeaders">;

/** Sends a campaign by push to all travellers from a separate browser context, and waits until its page counts the devices. */
async function sendCampaign(
  browser: Browser,
  options: Desk,
  title: string,
  received: () => Promise<unknown[]>,
): Promise<void> {
  const desk = await browser.newPage({ ...options, serviceWorkers: "block", locale: "pt-BR" });
  const { cookies } = await openSession(demoAccount("admin"));
  await desk.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: options.baseURL })));
  await desk.goto("/admin/notifications");
  await desk.getByLabel("Título", { exact: true }).fill(title);
  await desk.getByLabel("Texto", { exact: true }).fill("Neve na serra.");
  await desk.getByLabel("Link").fill("/sc/regioes");
  await desk.getByLabel("Para quem").selectOption("role");
  await desk.getByLabel("Papel").selectOption("user");
  await desk.getByRole("checkbox", { name: /Também nos aparelhos \(push\)\. Ligados neste público: [1-9]/ }).check();
  await desk.getByRole("button", { name: "Guardar aviso" }).click();
  const row = desk.getByRole("listitem").filter({ hasText: title });
  await expect(row).toContainText("Também por push.");
  await answerQuestions(desk, "confirm", "next");
  await row.getByRole("button", { name: "Enviar agora" }).click();
  await expect.poll(async () => (await received()).length).toBe(1);
  await expect
    .poll(async () => {
      await desk.reload();
      return row.innerText();
    })
    .toMatch(/Push: [1-9]\d* aparelhos? avisados?/);
  await desk.close();
}

test("after enabling with the real button, a campaign reaches the device and the worker shows it; signing out disables it", async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  signIn,
  sql,
}) => {
  const device = newDevice(variable("WEB_PUSH_TEST_ORIGIN"));
  await stubPushService(page, device);
  const { userId } = await signIn("user");
  await test.step("the traveller enables notices on the device", async () => {
    await page.goto("/painel");
    await expect(deviceSwitch(page)).toHaveAttribute("data-state", "off");
    await box(page).check();
    await expect(deviceSwitch(page)).toHaveAttribute("data-state", "on");
  });
  expect([
    ...(await sql`select user_id, locale from public.push_subscriptions where endpoint = ${device.endpoint}`),
  ]).toEqual([{ user_id: userId, locale: "pt-BR" }]);
  await page.reload();
  await expect(deviceSwitch(page)).toHaveAttribute("data-state", "on");

  const title = `Serra fechada ${Date.now()}`;
  await test.step("an administrator sends a campaign", () =>
    sendCampaign(browser, { baseURL, extraHTTPHeaders }, title, device.received));

  await test.step("the service worker shows the message", async () => {
    const message = device.read((await device.received())[0]!) as Notice;
    expect(message).toMatchObject({ title, body: "Neve na serra.", link: "/sc/regioes" });
    const expected = { title, body: "Neve na serra.", tag: message.tag, link: "/sc/regioes" };
    await deliverUntilShown(page, JSON.stringify(message), expected);
    // The tag replaces an earlier copy of the same message.
    expect(await shownBy(page)).toEqual([expected]);
  });

  await test.step("signing out disables push on the device", async () => {
    await page.getByRole("main").getByRole("button", { name: "Sair da conta" }).click();
    await expect(page).toHaveURL(/\/home$/);
    expect(await sql`select 1 from public.push_subscriptions where endpoint = ${device.endpoint}`).toHaveLength(0);
  });
});

test("the worker shows the portal's name when a message cannot be read", async ({ page, signIn }) => {
  await signIn("user");
  await page.goto("/painel");
  await deliverUntilShown(page, "{ not JSON", { title: "LACAMBECHE", body: "", tag: "", link: "/" });
});

test("a scheduled campaign is sent to devices, in their language, without a visitor", async ({ signIn, sql }) => {
  const { endpoint, p256dh, auth, received, read } = newDevice(variable("WEB_PUSH_TEST_ORIGIN"));
  const { userId } = await signIn("editor");
  await sql`insert into public.push_subscriptions (user_id, endpoint, p256dh, auth, locale) values (${userId}, ${endpoint}, ${p256dh}, ${auth}, 'es-419')`;
  await sql`
    insert into public.notification_campaigns (title, body, translations, push, audience, audience_role, status, scheduled_at)
    values ('Serra fechada', 'Neve', ${sql.json({ es: { title: "Sierra cerrada" } })}, true, 'role', 'editor', 'scheduled', now() - interval '1 minute')`;
  await expect
    .poll(async () => (await received()).map(read))
    .toEqual([expect.objectContaining({ title: "Sierra cerrada", body: "Neve", link: "/espanol/painel#avisos" })]);
  await sql`delete from public.push_subscriptions where endpoint = ${endpoint}`;
});

test("disabling deletes the row", async ({ page, signIn, sql }) => {
  const device = newDevice(variable("WEB_PUSH_TEST_ORIGIN"));
  await stubPushService(page, device);
  await signIn("vendedor");
  await page.goto("/painel");
  await expect(deviceSwitch(page)).toHaveAttribute("data-state", "off");
  await box(page).check();
  await expect(deviceSwitch(page)).toHaveAttribute("data-state", "on");
  await box(page).uncheck();
  await expect(deviceSwitch(page)).toHaveAttribute("data-state", "off");
  expect(await sql`select 1 from public.push_subscriptions where endpoint = ${device.endpoint}`).toHaveLength(0);
});

test.describe("a device without push support", () => {
  // When offline, scripts that the page has not loaded yet fail as expected.
  test.use({ expectedErrors: /Failed to load resource/ });

  const state = async (page: Page, expected: string, words: RegExp) => {
    await expect(deviceSwitch(page)).toHaveAttribute("data-state", expected);
    await expect(deviceSwitch(page).getByRole("status")).toHaveText(words);
    await expect(box(page)).toBeDisabled();
  };

  test("shows that the site is blocked, and how to undo it", async ({ page, signIn }) => {
    await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
    await signIn("user");
    await page.goto("/painel");
    await state(page, "denied", /Para desfazer, toque no ícone/);
  });

  test("shows that an iPhone must install the portal first", async ({ page, signIn }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, "PushManager");
      Object.defineProperty(navigator, "userAgent", {
        get: () => "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
      });
    });
    await signIn("user");
    await page.goto("/painel");
    await state(page, "install", /Adicionar à Tela de Início/);
  });

  test("shows that the browser does not support it", async ({ page, signIn }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
    await signIn("user");
    await page.goto("/painel");
    await state(page, "unsupported", /não mostra avisos/);
  });

  test("shows that the device is offline", async ({ page, context, signIn }) => {
    await signIn("user");
    await page.goto("/painel");
    await expect(deviceSwitch(page)).toHaveAttribute("data-state", "off");
    await context.setOffline(true);
    await state(page, "offline", /Sem sinal/);
    await context.setOffline(false);
    await expect(deviceSwitch(page)).toHaveAttribute("data-state", "off");
  });
});
