import { describe, expect, it } from "vitest";
import { copyChunks } from "./rules";

const read = (file: { name: string }) =>
  Promise.resolve(file.name === "gone.webp" ? null : new TextEncoder().encode(`bytes of ${file.name}`));

async function parsed(copy: object, files: { bucket: string; name: string }[]) {
  let text = "";
  for await (const chunk of copyChunks(copy, files, read)) text += chunk;
  return JSON.parse(text) as { files: { name: string; base64: string | null }[] };
}

describe("copyChunks", () => {
  it("writes one JSON document with the bytes of each file", async () => {
    const copy = { account: { email: 'a"b@example.org' }, rows: { "profiles.id": [{ id: 1 }] } };
    const files = [
      { bucket: "request-photos", name: "a.webp" },
      { bucket: "request-photos", name: "gone.webp" },
    ];
    expect(await parsed(copy, files)).toEqual({
      ...copy,
      files: [
        { bucket: "request-photos", name: "a.webp", base64: Buffer.from("bytes of a.webp").toString("base64") },
        { bucket: "request-photos", name: "gone.webp", base64: null },
      ],
    });
  });

  it("is valid JSON without files", async () => {
    expect(await parsed({ account: null }, [])).toEqual({ account: null, files: [] });
  });
});
