import { afterEach, expect, it, vi } from "vitest";
import { listMunicipalitiesAction } from "@/lib/events/publishing/actions";
import { listTowns, saveByLink, submitByLink } from "./link-calls";

vi.mock("@/lib/events/publishing/actions", () => ({ listMunicipalitiesAction: vi.fn<() => unknown>() }));

const answers = (body: BodyInit, status = 200) => {
  const call = vi.fn<typeof fetch>(async () => new Response(body, { status }));
  vi.stubGlobal("fetch", call);
  return call;
};
const sentBy = (call: ReturnType<typeof answers>) => JSON.parse(call.mock.calls[0]![1]!.body as string) as unknown;

afterEach(() => vi.unstubAllGlobals());

it("a form is sent with the token and without empty fields", async () => {
  const call = answers(JSON.stringify({ outcome: "saved", id: "1" }));
  const form = new FormData();
  form.set("title", "Encontro");
  form.set("website", "");
  expect(await saveByLink("t", form)).toEqual({ data: { outcome: "saved", id: "1" } });
  expect(sentBy(call)).toEqual({ token: "t", payload: { title: "Encontro" } });
});

it("a refusal is answered as an action answers it", async () => {
  answers(JSON.stringify({ code: "rate.limited" }), 429);
  expect(await submitByLink("t", { id: "1", expected_version: "2" })).toEqual({ serverError: "rate.limited" });
});

it("an answer that is not of the portal counts as unavailable", async () => {
  answers("<html>", 502);
  expect(await submitByLink("t", { id: "1", expected_version: "2" })).toEqual({ serverError: "service.unavailable" });
});

it("the holder of a link needs no account for the municipalities", async () => {
  answers(JSON.stringify({ towns: [{ code: 4205407, name: "Florianópolis", lat: -27.6, lng: -48.5 }] }));
  expect((await listTowns("SC", "t")).data).toHaveLength(1);
  expect(listMunicipalitiesAction).not.toHaveBeenCalled();
});
