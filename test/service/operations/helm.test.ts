// Checks the chart without Helm and a cluster: its values against their schema, and every rendered object against the
// Kubernetes schemas and types.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { programArguments } from '../../../lab/build.ts'
import { listSettings } from '../../../src/main/config.ts'
import { merge, renderChart } from '../../support/helm-template.ts'

const folder = 'deploy/helm/larder'
const models = {
  Deployment,
  HorizontalPodAutoscaler,
  CronJob,
  Job,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  ConfigMap,
  Service,
}
const everything = {
  image: { repository: 'registry.example.org/larder', tag: '1.2.3' },
  imagePullSecrets: [{ name: 'registry' }],
  secret: { members: ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY', 'SECRET_KEY_FALLBACKS', 'SMTP_URL'] },
  api: { autoscaling: { enabled: true } },
  settings: { TRUSTED_PROXIES: '10.42.3.7' },
  databaseRoles: { import: 'larder_import', serve: 'larder_serve' },
  sync: { secretName: 'larder-import' },
  migrate: { secretName: 'larder-owner' },
  backup: { enabled: true },
  ingress: { enabled: true, tlsSecretName: 'larder-tls', annotations: { 'cert-manager.io/issuer': 'a' } },
  networkPolicy: { enabled: true },
  podAnnotations: { team: 'food' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'web', operator: 'Exists' }],
}
const minimal = { website: { enabled: false }, sync: { enabled: false }, migrate: { enabled: false } }

// biome-ignore lint/suspicious/noExplicitAny: the tests look into objects of many kinds
type KubernetesObject = any

const validateValues = new Ajv({ allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(`${folder}/values.schema.json`, 'utf8')),
)
const defaults = parse(readFileSync(`${folder}/values.yaml`, 'utf8'))

describe.each([
  ['as it is', {}, 9],
  ['with everything on', everything, 13],
  ['with minimal values', minimal, 4],
])('the chart %s', (_, changes, count) => {
  const objects: KubernetesObject[] = renderChart(folder, changes)

  it('has values that match their schema', () => {
    validateValues(merge(defaults, changes))
    expect(validateValues.errors).toBeNull()
  })

  it('renders valid Kubernetes objects without unknown fields', () => {
    expect(objects).toHaveLength(count)
    for (const object of objects) {
      const Model = models[object.kind as keyof typeof models]
      expect(Model.apiVersion).toBe(object.apiVersion)
      new Model(object).validate()
    }
    checkTypes(objects)
  })

  it('has unique names and no dangling references', () => {
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
    for (const { kind, metadata, spec } of objects) {
      if (kind === 'Service') {
        const target = objects.find(
          each => each.kind === 'Deployment' && each.metadata.name === metadata.name,
        )
        expect(target.spec.template.metadata.labels).toMatchObject(spec.selector)
        const ports = target.spec.template.spec.containers[0].ports
        expect(ports.map(({ name }: { name: string }) => name)).toContain(spec.ports[0].targetPort)
      }
      if (kind === 'Deployment') {
        expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
        expect(names).toContain(`ConfigMap ${spec.template.spec.containers[0].envFrom[0].configMapRef.name}`)
      }
      for (const rule of kind === 'Ingress' ? spec.rules : []) {
        expect(names).toContain(`Service ${rule.http.paths[0].backend.service.name}`)
      }
    }
  })

  it('uses existing settings, and files for secrets', () => {
    const settings = new Map(listSettings().map(setting => [setting.name, setting]))
    for (const object of objects) {
      if (object.kind === 'ConfigMap') {
        for (const name of Object.keys(object.data))
          expect(settings.get(name)).toMatchObject({ isSecret: false })
      }
      for (const { env = [] } of containersOf(object)) {
        for (const { name } of env) {
          const isSecret = !name.endsWith('_ROLE')
          expect(settings.get(name.replace(/_FILE$/, ''))).toMatchObject({ isSecret })
        }
      }
    }
  })

  it('gives every container a writable folder for temporary files', () => {
    for (const object of objects) {
      for (const { volumeMounts } of containersOf(object))
        expect(volumeMounts).toContainEqual({ name: 'tmp', mountPath: '/tmp' })
      const pod = podOf(object)
      if (pod) expect(pod.volumes).toContainEqual({ name: 'tmp', emptyDir: {} })
    }
  })

  it('runs existing commands without privileges', () => {
    const help = execFileSync(process.execPath, [...programArguments(), '--help'], {
      encoding: 'utf8',
    })
    for (const object of objects) {
      for (const { command, securityContext } of containersOf(object)) {
        expect(command[0]).toBe('bin/larder')
        expect(help).toMatch(new RegExp(`^  ${command[1]} `, 'm'))
        expect(securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
        })
      }
    }
  })
})

it.each(['demo-api', 'demo-website'])(
  'gates traffic to %s by readiness, and restarts by liveness only',
  name => {
    const deployment: KubernetesObject = renderChart(folder).find(
      (object: KubernetesObject) => object.kind === 'Deployment' && object.metadata.name === name,
    )
    const [container] = containersOf(deployment)
    expect(container.readinessProbe.httpGet).toEqual({ path: '/ready', port: 'metrics' })
    expect(container.livenessProbe.httpGet).toEqual({ path: '/health', port: 'http' })
    const ports = new Map(container.ports.map((port: KubernetesObject) => [port.name, port.containerPort]))
    const metricsPort = listSettings().find(({ name: setting }) => setting === 'MANAGEMENT_PORT')?.default
    expect(String(ports.get('metrics'))).toBe(metricsPort)
  },
)

describe('trusted proxies', () => {
  const proxiesOf = (changes: object) => {
    const settings: KubernetesObject = renderChart(folder, changes as Record<string, unknown>).find(
      (object: KubernetesObject) => object.kind === 'ConfigMap',
    )
    return settings.data.TRUSTED_PROXIES
  }
  it('are none unless named', () => {
    expect(proxiesOf({})).toBe('')
    expect(proxiesOf(everything)).toBe('10.42.3.7')
  })
  it('must be named for an ingress', () => {
    expect(() => proxiesOf({ ingress: { enabled: true } })).toThrow('Set settings.TRUSTED_PROXIES')
  })
})

it('gives each pod the database role of its job only', () => {
  const secrets = renderChart(folder, everything).flatMap((object: KubernetesObject) => {
    const spec = object.spec?.jobTemplate?.spec ?? object.spec
    const pod = spec?.template?.spec
    return pod === undefined ? [] : [[object.metadata.name, pod.volumes[0].secret.secretName]]
  })
  expect(Object.fromEntries(secrets)).toEqual({
    'demo-api': 'larder',
    'demo-website': 'larder',
    'demo-migrate': 'larder-owner',
    'demo-sync': 'larder-import',
    'demo-backup': 'larder-backup',
  })
})

it('allows every secret setting as a key of the Secret', () => {
  const { properties } = JSON.parse(readFileSync(`${folder}/values.schema.json`, 'utf8'))
  const secrets = listSettings().filter(({ isSecret }) => isSecret)
  expect(properties.secret.properties.members.items.enum.toSorted()).toEqual(
    secrets.map(({ name }) => name).toSorted(),
  )
})

it.each([
  ['a setting that is no text', { settings: { API_PORT: 8080 } }],
  ['a misspelled value', { api: { replica: 3 } }],
  ['a Secret without SECRET_KEY', { secret: { members: ['DATABASE_URL', 'REDIS_URL'] } }],
  ['a tag that is a number', { image: { tag: 1.2 } }],
])('rejects %s', (_, changes) => {
  expect(validateValues(merge(defaults, changes))).toBe(false)
})

it('detects a misspelled field', () => {
  const [object]: KubernetesObject[] = renderChart(folder)
  object.spec.template.spec.containers[0].livenessProb = {}
  expect(() => checkTypes([object])).toThrow('livenessProb')
})

function podOf(object: KubernetesObject): KubernetesObject | undefined {
  const spec = object.spec?.jobTemplate?.spec ?? object.spec
  return spec?.template?.spec
}

function containersOf(object: KubernetesObject): KubernetesObject[] {
  return podOf(object)?.containers ?? []
}

/** With the TypeScript compiler, which knows the fields of each type. */
function checkTypes(objects: KubernetesObject[]): void {
  mkdirSync('node_modules/.cache', { recursive: true })
  const directory = mkdtempSync('node_modules/.cache/chart-')
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const lines = objects.map(
    ({ apiVersion, kind, ...object }, index) =>
      `import type { I${kind} as Type${index} } from 'kubernetes-models/${apiVersion}/${kind}'\n` +
      `export const object${index}: Type${index} = ${JSON.stringify({ apiVersion, kind, ...object })}\n`,
  )
  const file = join(directory, 'objects.ts')
  writeFileSync(file, lines.join(''))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig']
  try {
    execFileSync('node_modules/.bin/tsc', [...options, file], { encoding: 'utf8' })
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout)
  }
}
