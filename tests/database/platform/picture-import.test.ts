import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { importPictures } from "@/lib/panel/admin/pictures";
import { importPicture, undescribed } from "@/lib/platform/media/mutations";
import { pictureKey } from "@/lib/platform/media/rules";
import type { Network } from "@/lib/platform/public-fetch";
import { sql } from "../as-role";
import { service, signedInUser, visitor } from "../auth-client";

vi.mock("server-only", () => ({}));
vi.mock("next/headers", () => ({}));
await vi.hoisted(async () => (await import("../project-env")).stubProjectEnv());

type Client = Parameters<typeof importPicture>[0];

const bodies: Record<string, Buffer> = {};
const server = createServer(({ url = "" }, answer: ServerResponse) => {
  // The content type is wrong on purpose: it must not decide the file type.
  answer.setHeader("content-type", "image/jpeg");
  answer.end(bodies[url]);
});
const port = () => String((server.address() as AddressInfo).port);
const at = (path: string) => `http://fotos.example:${port()}${path}`;
const network = (): Network => ({
  protocol: "http:",
  ports: [port()],
  resolve: async () => ["127.0.0.1"],
  isPublic: (address) => address === "127.0.0.1",
  request: request as Network["request"],
});

let editor: { client: Client; id: string };

beforeAll(async () => {
  const blank = sharp({ create: { width: 3000, height: 1500, channels: 3, background: "#a33" } });
  bodies["/gps.jpg"] = await blank
    .withExif({ IFD0: { Artist: "Ana" }, IFD3: { GPSLatitude: "28/1 0/1 0/1" } })
    .jpeg()
    .toBuffer();
  bodies["/page.jpg"] = Buffer.from("<!doctype html><title>not a picture</title>");
  bodies["/drawing.jpg"] = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
  bodies["/phone.jpg"] = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from("ftypheic\0\0\0\0mif1heic"),
    Buffer.alloc(64),
  ]);
  bodies["/large.jpg"] = Buffer.alloc(21 * 1024 * 1024);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { client, id } = await signedInUser();
  await sql`update public.profiles set role = 'editor' where id = ${id}`;
  editor = { client: client as unknown as Client, id };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const assets = () => sql`select path from public.media_assets where uploaded_by = ${editor.id}`;

describe("import of an external picture", () => {
  it("stores a picture without camera and location data, limited to screen size", async () => {
    const answer = await importPicture(editor.client, editor.id, at("/gps.jpg"), network());
    const path = "path" in answer ? answer.path : "";
    expect(
      await sql`select width, height, alt from public.media_assets where path = ${path} and uploaded_by = ${editor.id}`,
    ).toEqual([{ width: 2000, height: 1000, alt: "" }]);
    const { data } = await visitor().storage.from("media").download(pictureKey(path)!);
    const { exif, format } = await sharp(Buffer.from(await data!.arrayBuffer())).metadata();
    expect({ exif, format }).toEqual({ exif: undefined, format: "webp" });
    await editor.client.from("media_assets").delete().eq("path", path);
    await service.storage.from("media").remove([pictureKey(path)!]);
  });

  it.each([
    ["/page.jpg", "broken"],
    ["/drawing.jpg", "broken"],
    ["/phone.jpg", "heic"],
    ["/large.jpg", "tooLarge"],
  ])("from %s is refused as %s for every content type, and stores nothing", async (path, problem) => {
    expect(await importPicture(editor.client, editor.id, at(path), network())).toEqual({ problem });
    expect(await assets()).toEqual([]);
  });

  it("refuses addresses of internal networks", async () => {
    expect(await importPicture(editor.client, editor.id, "https://169.254.169.254/latest/meta-data")).toEqual({
      problem: "private",
    });
  });

  it("is refused for an account without content permission", async () => {
    const { client, id } = await signedInUser();
    await expect(importPicture(client as unknown as Client, id, at("/gps.jpg"), network())).rejects.toMatchObject({
      code: "service.unavailable",
    });
  });

  it("is limited to 120 per hour and account", async () => {
    const answers = await Promise.all(
      Array.from({ length: 121 }, () => importPicture(editor.client, "somebody-else", "http://example.org/a.jpg")),
    );
    expect([answers[0], answers[119], answers[120]]).toEqual([
      { problem: "address" },
      { problem: "address" },
      { problem: "limited" },
    ]);
  });

  it("shows an error at the field of the form or file", async () => {
    const fields = [
      { name: "cover_url", kind: "image" },
      { name: "photos", kind: "gallery" },
      { name: "title", kind: "text" },
    ] as const;
    const own = "/midia/2026-11/00000000-0000-4000-8000-0000000000aa.webp";
    const { values, errors } = await importPictures(editor.client, editor.id, fields, {
      cover_url: own,
      photos: [own, "https://10.0.0.1/a.jpg", "https://[::1]/b.jpg"],
      title: "https://10.0.0.1/",
    });
    expect(errors).toEqual({ "photos.1": "picture.private", "photos.2": "picture.private" });
    expect([values.cover_url, values.title]).toEqual([own, "https://10.0.0.1/"]);
  });

  it("adds no alt text, so that the picture cannot be published without one", async () => {
    expect(await undescribed(editor.client, ["https://example.org/a.jpg", "/cartao-postal/serra~a.webp"])).toEqual([
      "https://example.org/a.jpg",
    ]);
  });
});
