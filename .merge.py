import json,subprocess,sys
show=lambda r,l:subprocess.check_output(['git','show',f'{r}:web-ui/lang/{l}.json']).decode()
n=lambda s:s.replace('\u00a0',' ').replace('\u202f',' ')
for l in ['en','fr','it','es','pt']:
    base,mine=json.loads(show('25aba5c',l)),json.loads(show('mine',l)); text=show('origin/main',l); main=json.loads(text)
    for k in main:
        if k in base and base[k]!=mine[k]:
            if main[k]==base[k] : v=mine[k]
            elif n(main[k])==n(mine[k]): v=mine[k]
            else:
                print(l,k,'\n  base',base[k],'\n  main',main[k],'\n  mine',mine[k]); continue
            old=f'"{k}": {json.dumps(main[k],ensure_ascii=False)}'; assert text.count(old)==1,k
            text=text.replace(old,f'"{k}": {json.dumps(v,ensure_ascii=False)}')
    if len(sys.argv)>1: open(f'web-ui/lang/{l}.json','w').write(text)
    print(l,[k for k in main if k not in base],[k for k in base if k in main and base[k]!=main[k]])
