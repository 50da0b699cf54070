import { launchWithCamera } from "../support/fake-camera";
import { openGate, result } from "../support/gate-page";
import { test } from "../support/gate-test";
import { expect } from "../support/test";

/** Source of the CSP that WebAssembly needs. */
const WASM = "'wasm-unsafe-eval'";

test("the camera reads a badge in a browser without a code reader of its own", async ({
  gate,
  baseURL,
  extraHTTPHeaders,
  visitorAs,
}, info) => {
  const ana = await gate.register("Ana Câmera");
  const link = await gate.enrol("Celular com câmera");
  // The first gate makes the key that signs badges.
  const anyone = await visitorAs(null);
  await anyone.get("/api/gate/list", { headers: { authorization: `Device ${link.split("/").at(-1)}` } });
  const browser = await launchWithCamera(info.outputPath("camera.y4m"), await gate.badge(ana));
  try {
    const context = await browser.newContext({
      baseURL: baseURL!,
      extraHTTPHeaders: extraHTTPHeaders!,
      locale: "pt-BR",
    });
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "BarcodeDetector"));
    const page = await context.newPage();
    const refused: string[] = [];
    page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
    const files: string[] = [];
    page.on("response", (response) => files.push(new URL(response.url()).pathname));
    await openGate(page, link);
    expect(await page.evaluate(() => "BarcodeDetector" in globalThis)).toBe(false);
    await page.getByRole("button", { name: "Ligar a câmera" }).click();
    await expect(result(page)).toHaveAttribute("data-result", "ok");
    await expect(result(page)).toContainText("Ana Câmera");
    expect(files.some((file) => file.endsWith(".wasm"))).toBe(true);
    expect(refused).toEqual([]);
  } finally {
    await browser.close();
  }
  expect(await gate.readings()).toEqual([{ result: "ok", is_offline: false, name: "Ana Câmera" }]);
});

test("only pages that read codes with the camera allow WebAssembly", async ({ gate, visitorAs }) => {
  const admin = await visitorAs("admin");
  const link = await gate.enrol("Aparelho da política");
  const policyOf = async (path: string) => (await admin.get(path)).headers()["content-security-policy"] ?? "";
  for (const path of [link, `/english${link}`, "/eventos/checkin-externo", "/admin/event-checkin"])
    expect(await policyOf(path), path).toContain(WASM);
  for (const path of ["/home", "/login", "/admin", "/admin/event-checkin/usage", "/eventos/lacambeche", "/painel"]) {
    const policy = await policyOf(path);
    expect(policy, path).toContain("script-src 'self'");
    expect(policy, path).not.toContain(WASM);
  }
});

test("the console opened by a link of another page is loaded again, so that its code reader works", async ({
  page,
  gate,
  signIn,
}) => {
  await signIn("admin");
  await page.goto(`/admin/event-checkin/usage?evento=${gate.eventId}`);
  const reader = page.waitForResponse((response) => response.url().endsWith(".wasm"));
  await page.getByRole("link", { name: "Abrir o check-in" }).click();
  await expect(page.getByLabel("Buscar por nome ou carro")).toBeVisible();
  expect((await reader).status()).toBe(200);
  const loaded = await page.evaluate(() => new URL(performance.getEntriesByType("navigation")[0]!.name).pathname);
  expect(loaded).toBe("/admin/event-checkin");
});
