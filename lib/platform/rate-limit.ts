import "server-only";
import { addressGroup } from "./address-group";
import { BoundedLimiter, secondsLeft } from "./bounded-limiter";
import { AppError } from "./error";
import { countForAll, type SharedCount } from "./shared-counts";

type Rule = { points: number; seconds: number; isShared?: true };

/**
 * Rate limits per caller. `isShared`: sign-ins, codes, payments, mails and registrations are counted in the database for
 * all processes together; the others protect the process itself, and each process counts separately (docs/operate/scaling.md).
 */
const RULES = {
  signIn: { points: 10, seconds: 300, isShared: true },
  // The limit per account and caller applies before the one per account, so that wrong passwords of other people do not
  // lock out the owner.
  signInPair: { points: 10, seconds: 900, isShared: true },
  signInAccount: { points: 40, seconds: 900, isShared: true },
  proof: { points: 10, seconds: 900, isShared: true },
  signInCode: { points: 10, seconds: 900, isShared: true },
  mail: { points: 5, seconds: 900, isShared: true },
  signUp: { points: 10, seconds: 3600, isShared: true },
  pageView: { points: 120, seconds: 60 },
  textService: { points: 20, seconds: 3600, isShared: true },
  shareImage: { points: 60, seconds: 60 },
  errorReport: { points: 10, seconds: 600 },
  request: { points: 10, seconds: 3600, isShared: true },
  requestPhoto: { points: 30, seconds: 3600 },
  // A mobile network has many visitors behind one address; above it a visit is redirected but not counted.
  eventLink: { points: 300, seconds: 600 },
  eventPoster: { points: 120, seconds: 3600 },
  mediaUpload: { points: 120, seconds: 3600 },
  pictureImport: { points: 120, seconds: 3600 },
  requestStatus: { points: 30, seconds: 600 },
  approval: { points: 20, seconds: 600, isShared: true },
  approvalPage: { points: 60, seconds: 600 },
  paymentPage: { points: 600, seconds: 600 },
  payment: { points: 40, seconds: 600, isShared: true },
  paymentReceipt: { points: 20, seconds: 3600, isShared: true },
  linkRequest: { points: 10, seconds: 900, isShared: true },
  // Per sale for all callers together, which limits the mails one client receives.
  linkMail: { points: 3, seconds: 3600, isShared: true },
  lookUp: { points: 60, seconds: 60 },
  eventPlaces: { points: 120, seconds: 60 },
  search: { points: 120, seconds: 60 },
  searchMiss: { points: 20, seconds: 60 },
  roadRoute: { points: 30, seconds: 60 },
  tripFacts: { points: 30, seconds: 60 },
  tripPlaces: { points: 120, seconds: 60 },
  favourites: { points: 120, seconds: 60 },
  passportStamps: { points: 120, seconds: 60 },
  passportShare: { points: 20, seconds: 3600 },
  passportPage: { points: 300, seconds: 600 },
  convoy: { points: 20, seconds: 600, isShared: true },
  // Guesses of codes: who joins is not counted, because the cars of a whole convoy may share one address.
  convoyGuest: { points: 20, seconds: 600, isShared: true },
  // Guests of one convoy may share the address of a mobile network.
  convoyGuestReport: { points: 600, seconds: 60 },
  convoyReport: { points: 120, seconds: 60 },
  adEvents: { points: 120, seconds: 60 },
  placeContacts: { points: 60, seconds: 60 },
  // Per caller and place: a figure of the owner, which one visitor must not make up.
  placeContact: { points: 10, seconds: 86_400 },
  adArt: { points: 20, seconds: 3600 },
  // All devices of a gate may share one address.
  gate: { points: 1200, seconds: 60 },
  gateRefused: { points: 30, seconds: 600, isShared: true },
  gatePage: { points: 120, seconds: 600 },
  // All devices of a place may share one address.
  voucherDesk: { points: 1200, seconds: 60 },
  voucherDeskRefused: { points: 30, seconds: 600, isShared: true },
  voucherDeskPage: { points: 120, seconds: 600 },
  placePin: { points: 20, seconds: 3600, isShared: true },
  voucherPage: { points: 300, seconds: 600 },
  voucherPageRefused: { points: 20, seconds: 600, isShared: true },
  adReport: { points: 120, seconds: 600 },
  voucher: { points: 60, seconds: 600 },
  voucherImage: { points: 60, seconds: 3600 },
  voucherReport: { points: 60, seconds: 600 },
  vehicleFile: { points: 120, seconds: 3600 },
  vehicleEntries: { points: 120, seconds: 60 },
  vehicleLog: { points: 120, seconds: 60 },
  vehicle: { points: 60, seconds: 600 },
  vehicleSharing: { points: 60, seconds: 600 },
  vehicleInvitation: { points: 10, seconds: 3600, isShared: true },
  // Per address for all callers together, which limits the mails one person receives.
  vehicleInvitationMail: { points: 4, seconds: 3600, isShared: true },
  vehicleLinkPage: { points: 120, seconds: 600 },
  saleLinkPage: { points: 300, seconds: 600 },
  saleLinkFile: { points: 600, seconds: 600 },
  vehiclePdf: { points: 30, seconds: 600 },
  ownPlace: { points: 60, seconds: 600 },
  placeInvitation: { points: 20, seconds: 3600, isShared: true },
  placeInvitationPage: { points: 60, seconds: 600 },
  eventInvitation: { points: 40, seconds: 3600, isShared: true },
  eventInvitationPage: { points: 60, seconds: 600 },
  // Per address, before the token is read.
  eventApi: { points: 1200, seconds: 600 },
  eventApiRefused: { points: 20, seconds: 600, isShared: true },
  eventApiToken: { points: 60, seconds: 60 },
  eventWebhookTest: { points: 20, seconds: 600, isShared: true },
  eventRefund: { points: 60, seconds: 600, isShared: true },
  stripeAccount: { points: 20, seconds: 600, isShared: true },
  serviceMessage: { points: 10, seconds: 3600, isShared: true },
  // Per address for all callers together.
  serviceMessageSender: { points: 10, seconds: 3600, isShared: true },
  vehicleReminders: { points: 120, seconds: 600 },
  // Stored forms. The Wi-Fi of a venue or a mobile network has many people behind one address; addresses and accounts
  // have limits in `private.registration_limit`, and refused forms are not counted.
  registration: { points: 200, seconds: 3600, isShared: true },
  // Every form, so that refused ones do not keep the server busy.
  registrationTry: { points: 600, seconds: 600 },
  // Stored forms per caller and event; above it the team gets a notice.
  registrationNotice: { points: 30, seconds: 3600, isShared: true },
  // Prices of orders while a form is filled in, and wrong codes in them.
  orderQuote: { points: 600, seconds: 600 },
  orderCodeWrong: { points: 30, seconds: 3600, isShared: true },
  registrationFirst: { points: 60, seconds: 3600, isShared: true },
  registrationDraft: { points: 60, seconds: 3600, isShared: true },
  // Look-ups that found nothing; people in the queue of an event may share one address.
  registrationLookup: { points: 60, seconds: 600, isShared: true },
  // Per caller and code: the guesses of one caller do not lock out another.
  registrationCode: { points: 10, seconds: 3600, isShared: true },
  // Wrong contacts per code from all callers together; above it every answer about the code is delayed, none is refused.
  registrationCodeWrong: { points: 20, seconds: 3600, isShared: true },
  // The people of an event, whose pages wait for a confirmation or a payment, may share one address.
  registrationPage: { points: 1800, seconds: 600 },
  registrationChange: { points: 300, seconds: 600 },
  registrationDocument: { points: 40, seconds: 3600 },
  // Per address, before the link is read.
  registrationUpload: { points: 400, seconds: 3600 },
  // Attempts over a limit that are counted as failed ones.
  refusedGuess: { points: 600, seconds: 600 },
  certificateCheck: { points: 30, seconds: 600, isShared: true },
  // Visitors of an event may share one address.
  votePage: { points: 600, seconds: 600 },
  vote: { points: 300, seconds: 600, isShared: true },
  voteRefused: { points: 30, seconds: 600, isShared: true },
  // Stored forms; visitors of an event may share one address.
  eventFollow: { points: 60, seconds: 3600, isShared: true },
  // Per address for all callers together, which limits the mails one person receives.
  eventFollowMail: { points: 6, seconds: 3600, isShared: true },
  eventFollowPage: { points: 60, seconds: 600 },
  saveTrip: { points: 240, seconds: 600 },
  // A long track that was recorded without a connection is sent in parts.
  tripTrack: { points: 240, seconds: 60 },
  // A stage that was driven without a connection is sent in pieces of a minute.
  rallyPositions: { points: 240, seconds: 60 },
  driving: { points: 60, seconds: 60 },
  tripLinkPage: { points: 120, seconds: 600 },
  tripLinkRefused: { points: 20, seconds: 600, isShared: true },
  publishLinkPage: { points: 120, seconds: 600 },
  publishLink: { points: 120, seconds: 600 },
  publishLinkRefused: { points: 20, seconds: 600, isShared: true },
  voucherDownload: { points: 30, seconds: 600, isShared: true },
  guestVoucher: { points: 10, seconds: 3600, isShared: true },
  voucherStock: { points: 120, seconds: 60 },
  voucherRead: { points: 120, seconds: 600 },
} as const satisfies Record<string, Rule>;

export type RateRule = keyof typeof RULES;

const limiters = new Map<RateRule, BoundedLimiter>();

function limiterOf(rule: RateRule): BoundedLimiter {
  const known = limiters.get(rule);
  if (known) return known;
  const { points, seconds } = RULES[rule];
  const limiter = new BoundedLimiter({ points, duration: seconds, keyPrefix: rule });
  limiters.set(rule, limiter);
  return limiter;
}

/** What a limit counts: callers or pairs (IP addresses, e-mail addresses, ids). */
export type Attempt = readonly [rule: RateRule, ...who: string[]];

const keyOf = (who: readonly string[]) => who.map((part) => addressGroup(part.toLowerCase())).join(" ");

function sharedCounts(attempts: readonly Attempt[]): SharedCount[] {
  return attempts.flatMap(([limit, ...who]) => {
    const { points, seconds, isShared }: Rule = RULES[limit];
    return isShared ? [{ limit, who: keyOf(who), points, seconds }] : [];
  });
}

/** Whether the next attempt would be over the limit; counts nothing. */
export async function isLimitReached(rule: RateRule, ...who: string[]): Promise<boolean> {
  const limiter = limiterOf(rule);
  const used = await limiter.get(keyOf(who));
  if (used !== null && used.consumedPoints >= limiter.points) return true;
  return (await countForAll(sharedCounts([[rule, ...who]]), 0)) !== null;
}

/**
 * Counts attempts in their order, up to the first that is over its limit, and throws `rate.limited` for it. This process
 * counts first, so that a caller who goes on after a refusal causes no more queries.
 */
export async function takeAttempts(...attempts: Attempt[]): Promise<void> {
  for (const [rule, ...who] of attempts) {
    await limiterOf(rule)
      .consume(keyOf(who))
      .catch((refusal: unknown) => {
        throw new AppError("rate.limited", { retryAfter: secondsLeft(refusal) });
      });
  }
  const counts = sharedCounts(attempts);
  const refusal = await countForAll(counts, 1);
  if (!refusal) return;
  const { limit, who } = counts[refusal.refused]!;
  await limiterOf(limit as RateRule).block(who, refusal.seconds);
  throw new AppError("rate.limited", { retryAfter: refusal.seconds });
}

/** Counts one attempt of a caller or pair; throws `rate.limited` when the limit is reached. */
export const takeAttempt = (...attempt: Attempt): Promise<void> => takeAttempts(attempt);

/** Takes back one counted attempt that changed nothing, such as a form that was refused. */
export async function returnAttempt(...attempt: Attempt): Promise<void> {
  const [rule, ...who] = attempt;
  await Promise.all([limiterOf(rule).reward(keyOf(who)), countForAll(sharedCounts([attempt]), -1)]);
}
