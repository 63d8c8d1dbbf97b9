import type { DeploymentInfo } from '../deployment-info.ts'

export function Deprecation({ api }: DeploymentInfo) {
  return (
    <>
      <p>
        This is version {api.version} of the API. Its paths carry no version number. We only add to it: code
        that works today keeps working.
      </p>
      <h2 id="additions">What may change at any time</h2>
      <p>These are not breaking changes, so write your client to accept them:</p>
      <ul>
        <li>A new member in a response. Ignore members that you do not know.</li>
        <li>A new optional parameter.</li>
        <li>
          A new value of <code>source</code>. Treat it as text, not as a closed list.
        </li>
        <li>New endpoints, and new response headers.</li>
        <li>
          The wording of an error’s <code>detail</code>. Decide by the status.
        </li>
        <li>The data itself: values are corrected, foods are added, and the order of a search improves.</li>
      </ul>
      <h2 id="stable">What does not change</h2>
      <ul>
        <li>
          The names, types and units of existing members. Nutrients stay per 100 g, and <code>null</code>{' '}
          stays unknown.
        </li>
        <li>The paths, the parameters and their defaults, and the statuses.</li>
        <li>
          The <code>id</code> of a food. If two foods are merged, both ids keep finding the result.
        </li>
      </ul>
      <h2 id="removal">How removals are announced</h2>
      <p>
        If something has to be removed, every response that uses it says so <b>at least 180 days before</b>,
        with two headers:
      </p>
      <ul>
        <li>
          <code>Deprecation</code>: since when it has been deprecated (RFC 9745)
        </li>
        <li>
          <code>Sunset</code>: when it may be removed (RFC 8594)
        </li>
      </ul>
      <p>
        Log a warning when a response has one of these headers. The <a href="/changelog">changelog</a>{' '}
        announces it as well, with what to use instead.
      </p>
    </>
  )
}
