import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { writeText } from "./service";

const facts = {
  title: "Encontro de Opalas",
  dates: "20 de março de 2027",
  place: "Parque Central, Blumenau (SC)",
  town: "Blumenau (SC)",
  link: "https://lacambeche.example/eventos/lacambeche/encontro",
  organizer: "Clube do Opala",
};
const choice = { audience: "visitors", tone: "direct", channel: "whatsapp", locale: "pt-BR", size: "" } as const;

let close = () => undefined as void;
afterEach(() => close());

/** A double of the service on this machine. */
async function serviceThat(handle: RequestListener) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => void server.close();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/texts`, key: "secret" };
}
const ask = async (handle: RequestListener) => writeText(await serviceThat(handle), facts, { choice, max: 1000 });

describe("writeText", () => {
  it("sends the key and the public data of the event, and returns the text without control characters", async () => {
    let [sent, key] = ["", ""];
    const text = await ask((request, response) => {
      key = request.headers.authorization ?? "";
      request.on("data", (chunk: Buffer) => (sent += chunk.toString()));
      request.on("end", () => response.end(JSON.stringify({ text: " Venha\u0007 ver!\n" })));
    });
    expect(text).toBe("Venha ver!");
    expect(key).toBe("Bearer secret");
    const { size: _, ...asked } = choice;
    expect(JSON.parse(sent)).toEqual({ event: facts, ...asked, max: 1000 });
  });

  it.each<[string, RequestListener]>([
    ["an error", (_, response) => response.writeHead(500).end()],
    ["a redirect", (_, response) => response.writeHead(302, { location: "https://example.org" }).end()],
    ["something else", (_, response) => response.end("<html>")],
    ["no text", (_, response) => response.end(JSON.stringify({ text: " " }))],
    ["too much", (_, response) => response.end(JSON.stringify({ text: "a", more: "a".repeat(20_000) }))],
  ])("throws service.unavailable when it answers %s", async (_, handle) => {
    await expect(ask(handle)).rejects.toMatchObject({ code: "service.unavailable" });
  });
});
