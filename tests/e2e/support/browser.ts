import { existsSync } from "node:fs";

/** Features that Playwright disables itself; a second `--disable-features` argument replaces the first. */
const DISABLED_BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** A renderer that Chromium starts for a possible next page; every test has its own context, so that few are used. */
const SPARE_RENDERER = "SpareRendererForSitePerProcess";

const CHROMIUM_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, SPARE_RENDERER].join(",")}`,
];

const existing = (path: string | undefined) => (path && existsSync(path) ? path : undefined);

/** Path of an installed Chromium; undefined means Playwright's own browsers. */
const CHROMIUM = existing(process.env.CHROMIUM_PATH) ?? existing("/usr/bin/chromium");

/** The smallest installed browser: the headless shell takes about 40 % less CPU time than the whole Chromium. */
export const BROWSER = {
  executablePath: existing(CHROMIUM && `${CHROMIUM}-headless-shell`) ?? CHROMIUM,
  args: CHROMIUM_ARGUMENTS,
};

/** Options of a spec that needs the whole Chromium, because the headless shell has no notifications. */
export const WHOLE_CHROMIUM = CHROMIUM
  ? { launchOptions: { executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS } }
  : { channel: "chromium" };
