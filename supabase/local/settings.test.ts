import { expect, it } from "vitest";
import { readSettings } from "./settings";

it.each([
  ["http://localhost:3000", undefined, true],
  ["http://127.0.0.1:3000", undefined, true],
  ["http://[::1]:3000", undefined, true],
  ["http://portal.localhost:3000", undefined, true],
  ["http://localhost:3000", "0", false],
  ["https://portal.example.org", undefined, false],
  ["http://192.168.0.7:3000", undefined, false],
  ["http://localhost.example.org", undefined, false],
  ["https://portal.example.org", "1", true],
  ["https://portal.example.org", "", false],
])("at %s with SUPABASE_LOCAL_DEMO=%s, seedDemoAccounts is %s", (siteUrl, demo, expected) => {
  expect(readSettings({ SUPABASE_LOCAL_SITE_URL: siteUrl, SUPABASE_LOCAL_DEMO: demo }).seedDemoAccounts).toBe(expected);
});

it("reads a quota of mails per hour, which is none by default", () => {
  const quota = (value?: string) => readSettings({ SUPABASE_LOCAL_MAILS_PER_HOUR: value }).mailsPerHour;
  expect([quota(), quota(""), quota("0"), quota("30")]).toEqual([undefined, undefined, 0, 30]);
  expect(() => quota("muitos")).toThrow("SUPABASE_LOCAL_MAILS_PER_HOUR");
});
