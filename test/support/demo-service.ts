import { type FixtureService, withFixtureService } from './fixture-service.ts'

/** For the tests of one file: the service in this process, on a separate database with what `larder demo` loads. */
export const withDemoService = (overrides: Record<string, string> = {}): FixtureService =>
  withFixtureService(overrides, 'demo')
