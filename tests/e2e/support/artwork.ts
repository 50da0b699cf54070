import sharp from "sharp";
import { expect, type Page } from "./test";

/** A picture of a given size with a text on it. */
export const banner = (text: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#0b7a4a" } })
    .composite([
      {
        input: Buffer.from(
          `<svg width="${width}" height="${height}"><text x="50%" y="55%" font-size="${height / 4}" text-anchor="middle" fill="#fff" font-family="sans-serif">${text}</text></svg>`,
        ),
      },
    ])
    .png()
    .toBuffer();

export const fileOf = async (text: string, width: number, height: number) => ({
  name: `${text}.png`,
  mimeType: "image/png",
  buffer: await banner(text, width, height),
});

/** Fills in and submits the advertiser's form: two pictures, a text, a link. */
export async function sendArt(page: Page, alt: string) {
  await page.locator("input[name=desktop]").setInputFiles(await fileOf(alt, 1200, 300));
  await page.locator("input[name=mobile]").setInputFiles(await fileOf(alt, 640, 320));
  await page.getByLabel("O que a imagem diz").fill(alt);
  await page.getByLabel("Endereço que o anúncio abre").fill("https://example.org/oficina");
  await page.getByRole("button", { name: "Enviar para análise" }).click();
  await expect(page.getByText("Recebido. Nossa equipe vai conferir.")).toBeVisible();
}
