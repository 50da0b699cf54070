import { describe, expect, it } from "vitest";
import { readJson } from "./body";

const post = (body: BodyInit, headers: HeadersInit = {}) =>
  new Request("http://localhost/", { method: "POST", body, headers });

/** A body without a Content-Length. */
function streamOf(parts: readonly string[]): Request {
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  return new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);
}

describe("readJson", () => {
  it("parses JSON within the limit, also when a multibyte character is split", async () => {
    expect(await readJson(post('{"a":1}'), 10)).toEqual({ a: 1 });
    expect(await readJson(streamOf(['{"a":', '"é"}']), 20)).toEqual({ a: "é" });
  });

  it.each([
    ["a body that is too long", () => post('"12345678901"')],
    ["a length that is too long", () => post("1", { "content-length": "11" })],
    ["a stream that grows too long", () => streamOf(['"1234', "56789", '0123"'])],
    ["invalid JSON", () => post("{a:1}")],
    ["nothing", () => post("")],
  ])("rejects %s", async (_name, request) => {
    await expect(readJson(request(), 10)).rejects.toMatchObject({ code: "input.invalid" });
  });
});
