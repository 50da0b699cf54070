import { expect, it } from "vitest";
import { panelPages } from "@/lib/platform/paths";
import { sidebarPath } from "./sidebar-link";

it.each([
  ["/admin", "/admin"],
  ["/admin/events", "/admin/events"],
  ["/admin/events/1/registrations", "/admin/events"],
  ["/admin/events/ai-ads", "/admin/events/ai-ads"],
  ["/admin/events/prospecting", "/admin/events/prospecting"],
  ["/admin/events/prospecting/1", "/admin/events/prospecting"],
  ["/admin/services/mapa", "/admin/services"],
  ["/admin/website-content/glossario/1", "/admin/website-content"],
  ["/admin/tolls/precos", "/admin/tolls"],
  ["/admin/acesso", "/admin/users"],
  ["/admin/payment-settings", "/admin/settings"],
  ["/admin/management", "/admin"],
  ["/admin/unknown", null],
])("on %s the sidebar marks %s", (path, marked) => expect(sidebarPath(path)).toBe(marked));

it.each(panelPages.map(({ path }) => path))("%s belongs to one page of the sidebar", (path) => {
  const marked = sidebarPath(path.replace(/:\w+/g, "1"));
  expect(panelPages.find((page) => page.path === marked)?.section).toBeDefined();
});
