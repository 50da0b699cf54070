import { cacheCurrentPage } from "@/components/platform/offline/worker-registration";
import { forgetEndedConvoys } from "@/components/travel/convoys/stored-convoy";

/** Removes what the device keeps too long, and has the service worker cache the shown page. */
export function runAfterLoad(): Promise<void> {
  forgetEndedConvoys();
  return cacheCurrentPage();
}
