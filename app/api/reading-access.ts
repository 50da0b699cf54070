import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import type { FailedSubject } from "@/lib/platform/failed-attempts/mutations";
import type { DeviceAccess } from "@/lib/platform/handler";
import type { RateRule } from "@/lib/platform/rate-limit";
import { DEVICE_SCHEME, deviceToken } from "@/lib/platform/readings/schema";

type Reading = Pick<DeviceAccess, "name" | "admits"> & {
  subject: FailedSubject;
  rule: RateRule;
  /** Guessing tokens is limited more strictly than reading codes. */
  refusedRule: RateRule;
};

/** Access of enrolled devices and accounts to a place where codes are read. */
export const readingAccess = ({ name, admits, subject, rule, refusedRule }: Reading): DeviceAccess => ({
  name,
  admits,
  scheme: DEVICE_SCHEME,
  token: deviceToken,
  limit: (address) => takeGuess(rule, subject, address),
  async refused(address) {
    await countRefused(subject, address);
    return takeGuess(refusedRule, subject, address).then(
      () => 403,
      () => 429,
    );
  },
});
