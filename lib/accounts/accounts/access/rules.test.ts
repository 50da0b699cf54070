import { describe, expect, it } from "vitest";
import { deviceName, readAccessQuery } from "./rules";

describe("readAccessQuery", () => {
  it("keeps only known events and complete hashes", () => {
    const address = "0123456789abcdef0123456789abcdef";
    expect(readAccessQuery({ event: "sign_in", address, page: "2" })).toEqual({ event: "sign_in", address, page: 2 });
    expect(readAccessQuery({ event: "x", address: "1,or", page: "0" })).toEqual({ event: "", address: "", page: 1 });
  });
});

describe("deviceName", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome · Linux"],
    ["Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari · iPhone"],
    ["", "—"],
  ])("%s is %s", (agent, name) => {
    expect(deviceName(agent)).toBe(name);
  });
});
