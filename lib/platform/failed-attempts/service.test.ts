import { beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../error";
import { takeAttempt } from "../rate-limit";
import { countFailedAttempt } from "./mutations";
import { takeGuess } from "./service";

vi.mock("../rate-limit", () => ({ takeAttempt: vi.fn<typeof takeAttempt>() }));
vi.mock("../supabase/service", () => ({ createServiceClient: () => "client" }));
vi.mock("./mutations", () => ({ countFailedAttempt: vi.fn<typeof countFailedAttempt>() }));

const refuse = (...rules: string[]) =>
  vi.mocked(takeAttempt).mockImplementation(async (rule) => {
    if (rules.includes(rule)) throw new AppError("rate.limited");
  });

beforeEach(() => vi.clearAllMocks());

describe("an attempt at a code", () => {
  it("below the limit is not counted as failed", async () => {
    refuse();
    await takeGuess("vote", "vote", "192.0.2.1");
    expect(takeAttempt).toHaveBeenCalledWith("vote", "192.0.2.1");
    expect(countFailedAttempt).not.toHaveBeenCalled();
  });

  it("over the limit is counted for its caller, also of one code", async () => {
    refuse("registrationCode");
    await expect(takeGuess("registrationCode", "registration", "192.0.2.1", "ABCD2345")).rejects.toThrow(
      "rate.limited",
    );
    expect(takeAttempt).toHaveBeenCalledWith("registrationCode", "192.0.2.1", "ABCD2345");
    expect(countFailedAttempt).toHaveBeenCalledWith("client", "registration", "192.0.2.1");
  });

  it("of a flood is refused without a query", async () => {
    refuse("vote", "refusedGuess");
    await expect(takeGuess("vote", "vote", "192.0.2.1")).rejects.toThrow("rate.limited");
    expect(countFailedAttempt).not.toHaveBeenCalled();
  });
});
