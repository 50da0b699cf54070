import { describe, expect, it } from "vitest";
import { addressGroup } from "./address-group";

describe("addressGroup", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "20010db800010002/64"],
    ["2001:DB8:1:2::1", "20010db800010002/64"],
    ["2001:db8:1:2::1%eth0", "20010db800010002/64"],
    ["203.0.113.9:4711", "203.0.113.9"],
    ["[2001:db8:1:2::9]:4711", "20010db800010002/64"],
    ["2001:db8:1:3::1", "20010db800010003/64"],
    ["::1", "0000000000000000/64"],
    ["viajante@example.org", "viajante@example.org"],
    ["unknown", "unknown"],
  ])("groups %s as %s", (address, group) => expect(addressGroup(address)).toBe(group));
});
