import type { APIRequestContext } from "@playwright/test";
import { expect, test, type Page } from "../support/test";
import { openAlive, renderedText } from "../support/page";
import { hydrated } from "../support/hydration";

const FIRST = "https://estacao-um.example/ao-vivo.wav";
const SECOND = "https://estacao-um.example/reserva.wav";
const OTHER = "https://estacao-dois.example/ao-vivo.wav";
const RATE = 8000;
const SECONDS = 90;

/** A tone as a WAV file: 8 kHz, 8 bit, mono. */
function tone(): Buffer {
  const samples = Buffer.alloc(RATE * SECONDS, 0).map(
    (_, index) => 128 + Math.round(40 * Math.sin((index / RATE) * 2 * Math.PI * 220)),
  );
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const TONE = tone();

/** Serves stations with the tone, except for the addresses in `broken`. */
async function airwaves(page: Page, broken: readonly string[] = []): Promise<{ asked: string[]; broken: Set<string> }> {
  const state = { asked: [] as string[], broken: new Set(broken) };
  await page.context().route(/^https:\/\/estacao-/, (route) => {
    const url = route.request().url();
    state.asked.push(url);
    return state.broken.has(url)
      ? route.fulfill({ status: 404, body: "" })
      : route.fulfill({ status: 200, contentType: "audio/wav", body: TONE });
  });
  return state;
}

const radio = (page: Page) => page.getByRole("main").getByRole("region", { name: "Rádio" });
const mini = (page: Page) => page.getByRole("complementary", { name: "Rádio" });
const audio = (page: Page) => page.locator("audio[data-slot=radio-audio]");
const position = (page: Page) => audio(page).evaluate((element: HTMLAudioElement) => element.currentTime);

async function expectSound(page: Page) {
  const before = await position(page);
  await expect.poll(() => position(page)).toBeGreaterThan(before + 0.2);
}

/** Revalidates the page and waits until it shows the current rows. */
async function showRows(editor: APIRequestContext, path = "/radio") {
  expect((await editor.post("/api/revalidate", { data: { tags: ["radio"] } })).status()).toBe(204);
  await renderedText(editor, path);
}

async function switchOn(page: Page, path = "/radio") {
  await openAlive(page, path);
  await radio(page).getByRole("button", { name: "Tocar" }).click();
}

// Runs in order, because each test expects only the stations of this file.
test.describe.configure({ mode: "default" });

test.describe("radio playback", () => {
  test.use({ expectedErrors: /404|ERR_INTERNET_DISCONNECTED|ERR_NAME_NOT_RESOLVED/ });

  test.beforeEach(async ({ sql, visitorAs }) => {
    await sql`
      insert into public.radio_stations (name, stream_url, fallback_url, position)
      values ('Estação Um', ${FIRST}, ${SECOND}, 1), ('Estação Dois', ${OTHER}, null, 2)`;
    await showRows(await visitorAs("editor"));
  });

  test.afterEach(async ({ sql, visitorAs }) => {
    await sql`delete from public.radio_stations where name in ('Estação Um', 'Estação Dois')`;
    await showRows(await visitorAs("editor"));
  });

  test("starts, continues on other pages and stops", async ({ page }) => {
    await airwaves(page);
    await openAlive(page, "/radio");
    await expect(audio(page)).toHaveCount(0);
    await radio(page).getByRole("button", { name: "Tocar" }).click();
    await expect(radio(page).getByText("Ao vivo")).toBeVisible();
    await expectSound(page);
    await expect(mini(page)).toBeHidden();
    const before = await position(page);
    await page.getByRole("banner").getByRole("link", { name: "Sobre", exact: true }).first().click();
    await expect(page).toHaveURL("/sobre");
    await expect(mini(page)).toContainText("Estação Um");
    expect(await position(page)).toBeGreaterThanOrEqual(before);
    await expectSound(page);
    await mini(page).getByRole("link", { name: "Abrir a rádio" }).press("Enter");
    await expect(page).toHaveURL("/radio");
    await expect(radio(page).getByText("Ao vivo")).toBeVisible();
    await page.goBack();
    await mini(page).getByRole("button", { name: "Parar" }).press("Enter");
    await expect(mini(page)).toBeHidden();
    expect(await audio(page).getAttribute("src")).toBeNull();
    expect(await page.evaluate(() => document.documentElement.hasAttribute("data-radio"))).toBe(false);
  });

  test("uses the second address when the first fails", async ({ page }) => {
    const state = await airwaves(page, [FIRST]);
    await switchOn(page);
    await expect(radio(page).getByText("Ao vivo")).toBeVisible();
    expect(await audio(page).getAttribute("src")).toBe(SECOND);
    expect(state.asked).toContain(FIRST);
    await expectSound(page);
  });

  test("shows an error when both fail and retries on request", async ({ page }) => {
    const state = await airwaves(page, [FIRST, SECOND]);
    await switchOn(page);
    await expect(radio(page).getByText("Sem sinal da estação.")).toBeVisible();
    state.broken.clear();
    await radio(page).getByRole("button", { name: "Tentar de novo" }).click();
    await expect(radio(page).getByText("Ao vivo")).toBeVisible();
    await expectSound(page);
  });

  test("pauses when offline, and continues when online", async ({ page, context }) => {
    await airwaves(page);
    await switchOn(page);
    await expect(radio(page).getByText("Ao vivo")).toBeVisible();
    await context.setOffline(true);
    await expect(radio(page).getByText("Você está sem internet.")).toBeVisible();
    await context.setOffline(false);
    await expect(radio(page).getByText("Ao vivo")).toBeVisible();
  });

  test("offers to continue after a page load and does not start by itself", async ({ page }) => {
    await airwaves(page);
    await switchOn(page);
    await expect(radio(page).getByText("Ao vivo")).toBeVisible();
    await openAlive(page, "/sobre");
    const goOn = mini(page).getByRole("button", { name: "Continuar ouvindo Estação Um" });
    await expect(goOn).toBeVisible();
    await expect(audio(page)).toHaveCount(0);
    await goOn.click();
    await expect(mini(page)).toContainText("Ao vivo");
    await expectSound(page);
    await openAlive(page, "/sobre");
    await mini(page).getByRole("button", { name: "Fechar a rádio" }).click();
    await expect(mini(page)).toBeHidden();
    await openAlive(page, "/sobre");
    await expect(mini(page)).toBeHidden();
  });

  test("station, volume and mute can be operated by keyboard", async ({ page }) => {
    await airwaves(page);
    await switchOn(page);
    await radio(page).getByRole("button", { name: "Estação Dois" }).press("Enter");
    await expect(radio(page).getByRole("button", { name: "Estação Dois" })).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => audio(page).getAttribute("src")).toBe(OTHER);
    await radio(page).getByRole("slider", { name: "Volume" }).press("Home");
    expect(await audio(page).evaluate((element: HTMLAudioElement) => element.volume)).toBe(0);
    await radio(page).getByRole("slider", { name: "Volume" }).press("End");
    await radio(page).getByRole("button", { name: "Silenciar" }).press("Enter");
    expect(await audio(page).evaluate((element: HTMLAudioElement) => element.muted)).toBe(true);
    await radio(page).getByRole("button", { name: "Ligar o som" }).press("Enter");
    expect(await audio(page).evaluate((element: HTMLAudioElement) => [element.muted, element.volume])).toEqual([
      false,
      1,
    ]);
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe("Estação Dois");
  });

  test("the sleep timer stops playback", async ({ page }) => {
    await airwaves(page);
    await page.clock.install();
    await page.goto("/radio");
    await radio(page).getByRole("button", { name: "Tocar" }).click();
    await expect(radio(page).getByText("Ao vivo")).toBeVisible();
    await radio(page).getByLabel("Desligar sozinha").selectOption("em 15 min");
    await expect(radio(page).getByText("Desliga em 15 min")).toBeVisible();
    await page.clock.fastForward("16:00");
    await expect(radio(page).getByText("Desligada")).toBeVisible();
    expect(await audio(page).getAttribute("src")).toBeNull();
  });

  test("a separate window has no layout and takes over playback", async ({ page }) => {
    await airwaves(page);
    await switchOn(page);
    await expect(radio(page).getByText("Ao vivo")).toBeVisible();
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      radio(page).getByRole("button", { name: "Abrir em outra janela" }).click(),
    ]);
    await expect(radio(page).getByText("Desligada")).toBeVisible();
    await expect(popup).toHaveURL("/radio#janela");
    await expect(popup.getByRole("banner")).toBeHidden();
    await expect(popup.getByRole("contentinfo")).toBeHidden();
    await hydrated(popup);
    await radio(popup).getByRole("button", { name: "Tocar" }).click();
    await expect(radio(popup).getByText("Ao vivo")).toBeVisible();
  });

  // Not a test of the project "phone", which would run beside the other tests of this file.
  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

    test("the small player covers no content of a phone's page", async ({ page }) => {
      await airwaves(page);
      await switchOn(page);
      await expect(radio(page).getByText("Ao vivo")).toBeVisible();
      await page.getByRole("contentinfo").getByRole("link", { name: "Como funciona" }).click();
      await expect(mini(page)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const [bar, last] = [
        await mini(page).boundingBox(),
        await page.getByRole("contentinfo").getByText("Versão").boundingBox(),
      ];
      expect(last!.y + last!.height).toBeLessThanOrEqual(bar!.y);
    });
  });
});

test("without a station the page shows a message in every language", async ({ page, sql, visitorAs }) => {
  await sql`delete from public.radio_stations where name in ('Estação Um', 'Estação Dois')`;
  const editor = await visitorAs("editor");
  for (const [path, text] of [
    ["/radio", "A rádio ainda não está no ar"],
    ["/english/radio", "The radio is not on air yet"],
    ["/espanol/radio", "La radio todavía no está al aire"],
  ] as const) {
    await showRows(editor, path);
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("heading", { name: text })).toBeVisible();
    await expect(page.getByRole("button", { name: /Tocar|Play|Escuchar/ })).toHaveCount(0);
  }
});

test("the content security policy of every page allows stations as media but no new connections", async ({
  request,
}) => {
  for (const path of ["/home", "/radio", "/busca"]) {
    const policy = (await request.get(path)).headers()["content-security-policy"];
    expect(policy, path).toContain("media-src 'self' blob: https:");
    expect(policy, path).toContain("connect-src 'self';");
  }
});
