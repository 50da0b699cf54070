import { describe, expect, it } from "vitest";
import { logMessage, logText } from "./log-text";

const token = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE";

describe("logText", () => {
  it.each([
    [`GET /pagamento/${token}/contrato failed`, "GET /pagamento/:token/contrato failed"],
    [`https://portal.example.org/english/anuncio/${token}`, "https://portal.example.org/anuncio/:token"],
    ["/diario-de-bordo/venda/short-token", "/diario-de-bordo/venda/:token"],
    ["(/viagem/abc/gpx)", "(/viagem/:token/:format)"],
    ["/eventos/inscricao/status/abc", "/eventos/inscricao/status/:token"],
    ["/comboio/KX7PQ", "/comboio/:code"],
    ["/admin/users/00000000-0000-4000-8000-000000000001", "/admin/users/:id"],
    ["POST /api/convoys/KX7PQ", "POST /api/convoys/:id"],
    ["/api/event-follows/name~token", "/api/event-follows/:id"],
    ["/api/trips", "/api/trips"],
    ["/busca?q=joana+souza answered 500", "/busca?[query] answered 500"],
    [
      "fetch http://127.0.0.1:54321/rest/v1/profiles?email=eq.ana%40example.org",
      "fetch http://127.0.0.1:54321/rest/v1/profiles?[query]",
    ],
    ["no mailbox for Ana.Souza+x@mail.example.org", "no mailbox for [e-mail]"],
    ["ana%40example.org", "[e-mail]"],
    ["at /app/node_modules/@supabase/auth-js/main.js:10:5", "at /app/node_modules/@supabase/auth-js/main.js:10:5"],
    ["a page of /sc/rota/serra-do-rio-do-rastro", "a page of /sc/rota/serra-do-rio-do-rastro"],
    [
      "· aplicando a migração 20261123002500_notifications.sql",
      "· aplicando a migração 20261123002500_notifications.sql",
    ],
  ])("writes '%s' as '%s'", (text, shown) => {
    expect(logText(text)).toBe(shown);
  });
});

describe("logMessage", () => {
  it.each([
    ["CPF 529.982.247-25 is in use", "CPF [number] is in use"],
    ["phone +55 49 98888-0000", "phone [number]"],
    ["status 503 after 1500 ms", "status 503 after 1500 ms"],
  ])("writes '%s' as '%s'", (text, shown) => {
    expect(logMessage(text)).toBe(shown);
  });
});
