import { expect, it } from "vitest";
import { countMissing, setupSteps, type SetupFacts } from "./rules";

const NOTHING: SetupFacts = {
  missingSettings: ["company_legal_line", "contact_phone", "contact_email", "url_blog"],
  isPixOn: false,
  isCardOn: false,
  offered: [],
};
const EVERYTHING: SetupFacts = {
  missingSettings: ["url_blog"],
  isPixOn: true,
  isCardOn: true,
  offered: ["ad_banner", "listing"],
};
const statesOf = (facts: SetupFacts) =>
  Object.fromEntries(setupSteps(facts).map(({ key, state }) => [key, state] as const));

it("a new portal lacks company, contact, Pix and banner plans; card and plans for places are optional", () => {
  expect(statesOf(NOTHING)).toEqual({
    company: "missing",
    phone: "missing",
    email: "missing",
    pix: "missing",
    banners: "missing",
    listings: "optional",
    card: "optional",
  });
  expect(countMissing(setupSteps(NOTHING))).toBe(5);
});

it("every step is set once its values are given", () => {
  expect(new Set(Object.values(statesOf(EVERYTHING)))).toEqual(new Set(["set"]));
  expect(countMissing(setupSteps(EVERYTHING))).toBe(0);
});

it("the portal can sell without card and plans for places", () => {
  expect(countMissing(setupSteps({ ...EVERYTHING, isCardOn: false, offered: ["ad_banner"] }))).toBe(0);
});

it.each([
  ["a plan for places", { offered: ["listing"] }, "banners"],
  ["the phone without the e-mail", { missingSettings: ["contact_email"] }, "email"],
])("%s is not enough", (_, facts, missing) => {
  const steps = setupSteps({ ...EVERYTHING, ...facts });
  expect(steps.filter(({ state }) => state === "missing").map(({ key }) => key)).toEqual([missing]);
});

it("each step names the page and field where it is set, and the permission of that page", () => {
  const steps = setupSteps(NOTHING);
  expect(steps.find(({ key }) => key === "company")).toMatchObject({
    path: "/admin/settings#company_legal_line",
    permission: "settings",
  });
  expect(steps.find(({ key }) => key === "pix")).toMatchObject({
    path: "/admin/payment-settings",
    permission: "payment_settings",
  });
  expect(steps.find(({ key }) => key === "listings")?.path).toBe("/admin/advertising-plans?plan_type=listing");
});
