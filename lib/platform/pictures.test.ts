import { describe, expect, it } from "vitest";
import { costOf, decodePicture } from "./pictures";
import sharp from "./sharp";

const RULES = { formats: ["jpeg", "png"], maxMegapixels: 60 };
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#a33" } });
const caller = (isAnonymous: boolean) => ({ caller: crypto.randomUUID(), isAnonymous });
const decode = (upload: Buffer, isAnonymous: boolean) =>
  decodePicture(upload, caller(isAnonymous), RULES, async (_, { width }) => width);

async function cost(upload: Buffer): Promise<number> {
  return costOf(upload, await sharp(upload).metadata());
}

describe("costOf", () => {
  it("counts the decoded megapixels, those of a progressive or interlaced picture twice", async () => {
    expect(await cost(await blank(2000, 1000).jpeg().toBuffer())).toBe(2);
    expect(await cost(await blank(2000, 1000).jpeg({ progressive: true }).toBuffer())).toBe(4);
    expect(await cost(await blank(2000, 1000).png().toBuffer())).toBe(2);
    expect(await cost(await blank(2000, 1000).png({ progressive: true }).toBuffer())).toBe(4);
  });

  it("counts the scans of a progressive picture, because each is decoded again", async () => {
    const upload = await blank(2000, 1000).jpeg({ progressive: true }).toBuffer();
    const scans = Buffer.concat(Array.from({ length: 90 }, () => Buffer.from([0xff, 0xda])));
    expect(await cost(Buffer.concat([upload, scans]))).toBeGreaterThan(36);
  });
});

describe("decodePicture", () => {
  it("accepts 24 megapixels of a camera from anybody", async () => {
    const upload = await blank(5712, 4284).jpeg().toBuffer();
    expect(await decode(upload, true)).toBe(5712);
  });

  it.each([
    ["28 megapixels", (progressive: boolean) => blank(6500, 4300).jpeg({ progressive }), false],
    ["14 progressive megapixels", (progressive: boolean) => blank(4320, 3240).jpeg({ progressive }), true],
  ])("refuses %s of an anonymous caller and accepts them from an account", async (_, draw, progressive) => {
    const upload = await draw(progressive).toBuffer();
    await expect(decode(upload, true)).rejects.toMatchObject({ code: "picture.tooManyPixels" });
    expect(await decode(upload, false)).toBeGreaterThan(4000);
  });

  it("refuses a progressive picture of 60 megapixels from an account too", async () => {
    const upload = await blank(7740, 7740).jpeg({ progressive: true }).toBuffer();
    await expect(decode(upload, false)).rejects.toMatchObject({ code: "picture.tooManyPixels" });
  });

  it("decodes one long job at a time and refuses the third of a caller", async () => {
    const upload = await blank(3000, 2000).jpeg().toBuffer();
    const by = caller(true);
    let [running, most] = [0, 0];
    const send = () =>
      decodePicture(upload, by, RULES, async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running--;
      });
    const results = await Promise.allSettled([send(), send(), send(), send()]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(most).toBe(1);
  });
});
