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

export const CHROMIUM_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, SPARE_RENDERER].join(",")}`,
];
