import { describe, expect, it } from "vitest";
import { env } from "./env";
import { isServerRequest, serverToken } from "./server-token";

const request = (authorization?: string) =>
  new Request("https://portal.example.org/", { headers: authorization ? { authorization } : {} });

describe("isServerRequest", () => {
  it("accepts the server token of this purpose", () => {
    expect(isServerRequest(request(`Bearer ${serverToken("revalidate")}`), "revalidate")).toBe(true);
  });

  it.each([
    ["no header", undefined],
    ["the token of another purpose", `Bearer ${serverToken("backup")}`],
    ["the secret key itself", `Bearer ${env.SUPABASE_SECRET_KEY}`],
    ["a token that is cut off", `Bearer ${serverToken("revalidate").slice(0, -1)}`],
    ["another scheme", `Basic ${serverToken("revalidate")}`],
  ])("rejects %s", (_, authorization) => {
    expect(isServerRequest(request(authorization), "revalidate")).toBe(false);
  });
});
